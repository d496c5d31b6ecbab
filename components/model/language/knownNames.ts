import { CONSTANTS, KEYWORDS, TYPES } from './asyKeywords';
import type { Draft } from '@/components/model/draft';
import type { LanguageTables } from './tables';

/** The names of the language, of plain, and of what the programs of a draft import. */
export async function knownNames({ files }: Draft, tables: LanguageTables | undefined): Promise<readonly string[]> {
  const words = [...KEYWORDS, ...TYPES, ...CONSTANTS];
  if (tables === undefined) return words;
  const code = files.map(({ contents }) => (typeof contents === 'string' ? contents : '')).join('\n');
  const inForce = await tables.inForce(code);
  return [...words, ...inForce.flatMap((table) => [...table.keys()])];
}
