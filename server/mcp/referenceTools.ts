import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { closest } from '@/core/closest';
import { LanguageTables } from '@/core/language/tables';
import { MCP_LIMITS } from './limits';
import { mistake, told, tool, type Tool } from './tool';

/** What asy knows, and programs to learn from. */

const wordInput = z.string().trim().min(1).max(MCP_LIMITS.maxQueryCharacters);

/** As the build has listed them (scripts/generate-language.mjs); there is one version. */
export function languageTables(projectFolder: string): LanguageTables {
  const folder = path.join(projectFolder, 'public', 'language');
  return new LanguageTables('', async (address) => {
    const [version = ''] = await readdir(folder);
    const text = await readFile(path.join(folder, version, path.basename(address)), 'utf8');
    return JSON.parse(text) as unknown;
  });
}

export function lookupTool(tables: LanguageTables): Tool {
  const about = {
    name: 'lookup',
    title: 'Look up a name of Asymptote',
    description:
      'The signatures of a function or variable in every module, or what a module contains. Names outside plain need "import MODULE;".',
    isReadOnly: true,
  };
  const input = z.strictObject({ name: wordInput.describe('Such as "draw", "Circle" or the module "graph".') });
  return tool(about, input, async ({ name }) => {
    const signatures = (await tables.everywhere(name)).slice(0, MCP_LIMITS.maxSignatures);
    const names = (await tables.namesOf(name)).slice(0, MCP_LIMITS.maxSignatures);
    const lines = signatures.map(({ module, signature }) => `${module}: ${signature}`);
    if (names.length > 0) lines.push(`Module ${name} (import ${name};): ${names.join(', ')}`);
    if (lines.length > 0) return told(lines.join('\n'), { signatures, names });
    const meant = closest(name, await tables.allNames());
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
    return {
      ...told(`Asymptote has no name ${JSON.stringify(name)}.${hint}`, { signatures, names, meant }),
      isError: true,
    };
  });
}

interface ExampleProgram {
  readonly name: string;
  readonly about: string;
  readonly program: string;
}

export function examplesTool(projectFolder: string): Tool {
  let loaded: Promise<readonly ExampleProgram[]> | undefined;
  const about = {
    name: 'examples',
    title: 'Search examples',
    description: 'Asymptote programs that work, by what they show: such as "bar chart", "axes" or "sphere".',
    isReadOnly: true,
  };
  return tool(about, z.strictObject({ query: wordInput }), async ({ query }) => {
    loaded ??= readExamples(path.join(projectFolder, 'examples'));
    const words = query.toLowerCase().split(/\s+/);
    const found = (await loaded)
      .map((example) => ({ example, score: scoreOf(example, words) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MCP_LIMITS.maxExamples)
      .map(({ example }) => example);
    if (found.length === 0) {
      const names = (await loaded).map(({ name }) => name);
      return mistake(`No example matches. There are: ${names.join(', ')}.`);
    }
    const texts = found.map(({ name, program }) => `Example ${name}:\n${program}`);
    return told(texts.join('\n'), { examples: found });
  });
}

/** What an example is called and says of itself counts more than its code. */
function scoreOf({ name, about, program }: ExampleProgram, words: readonly string[]): number {
  const [title, code] = [`${name} ${about}`.toLowerCase(), program.toLowerCase()];
  return words.reduce((sum, word) => sum + (title.includes(word) ? 3 : 0) + (code.includes(word) ? 1 : 0), 0);
}

async function readExamples(folder: string): Promise<ExampleProgram[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.asy')).sort();
  return Promise.all(
    names.map(async (file) => {
      const program = await readFile(path.join(folder, file), 'utf8');
      const [first = ''] = program.split('\n', 1);
      return { name: file.replace(/\.asy$/, ''), about: first.replace(/^\/\/\s*/, ''), program };
    }),
  );
}
