import type { Project } from '@/core/diagnostics/problems';
import { CONSTANTS, KEYWORDS, TYPES } from './asyKeywords';
import type { LanguageTables } from './tables';

/** The names of the language, of plain, and of what the programs of a project import. */
export async function knownNames({ files }: Project, tables: LanguageTables | undefined): Promise<readonly string[]> {
  const words = [...KEYWORDS, ...TYPES, ...CONSTANTS];
  if (tables === undefined) return words;
  const code = files.map(({ contents }) => (typeof contents === 'string' ? contents : '')).join('\n');
  const inForce = await tables.inForce(code);
  return [...words, ...inForce.flatMap((table) => [...table.keys()])];
}
