import { z } from 'zod';

/**
 * A scripted stand-in for a language model: it mends a program by what the tools answer, and by nothing else. Its rules
 * are about answers (a place, a suggestion, a module), never about one program.
 */

const problem = z.object({
  message: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
  endColumn: z.number().optional(),
});
type Problem = z.infer<typeof problem>;

export const toolAnswer = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional(), data: z.string().optional() }).loose()),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
});
export type CallTool = (name: string, input: Record<string, unknown>) => Promise<z.infer<typeof toolAnswer>>;

const report = z.object({ outcome: z.string(), problems: z.array(problem) });
const lookedUp = z.object({
  signatures: z.array(z.object({ module: z.string(), signature: z.string() })),
  names: z.array(z.string()),
});
const MAX_STEPS = 6;

/** The program as it was rendered in the end; an error if it never was. */
export async function mendingAgent(program: string, call: CallTool): Promise<string> {
  let current = program;
  let last = '';
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const answer = await call('render', { program: current });
    if (answer.isError !== true) return current;
    last = answer.content[0]?.text ?? '';
    const { outcome, problems } = report.parse(answer.structuredContent);
    const next = outcome === 'no-image' ? drawn(current) : await mend(readable(current, problems), problems[0], call);
    if (next === current) break;
    current = next;
  }
  throw new Error(`The agent gave up with ${JSON.stringify(current)}: ${last}`);
}

/** Without the characters that asy does not read, all at once: they come in pairs. */
function readable(program: string, problems: readonly Problem[]): string {
  return problems.reduce((text, { message }) => {
    const [, invalid, instead] = /^Invalid character (\S+): write (\S+) instead/.exec(message) ?? [];
    return invalid === undefined || instead === undefined ? text : text.replaceAll(invalid, instead);
  }, program);
}

async function mend(program: string, first: Problem | undefined, call: CallTool): Promise<string> {
  if (first === undefined) return program;
  const { message } = first;
  const name = /'([\p{L}_][\p{L}\p{N}_]*)/u.exec(message)?.[1];
  // The name may be right, and only its module missing: that is surer than a name that looks alike.
  const module =
    /^No (?:matching|type)/.test(message) && name !== undefined
      ? await moduleOf(name, givenTo(program, first, name), call)
      : undefined;
  if (module !== undefined && !program.includes(`import ${module};`)) return `import ${module};\n${program}`;
  const meant = /Did you mean (\w+)\?/.exec(message)?.[1];
  if (meant !== undefined && name !== undefined) return replaced(program, first, name, meant);
  if (name !== undefined && /^No matching variable/.test(message)) return defined(program, name);
  const sign = /^Missing ([;})\]])/.exec(message)?.[1];
  if (sign !== undefined) return inserted(program, first, sign);
  const [, from, to] = /^Cannot cast '(\w+)' to '(\w+)'/.exec(message) ?? [];
  const isDeclared = to !== undefined && new RegExp(`^\\s*${to}\\b`).test(lineOf(program, first).text);
  if (from !== undefined && isDeclared) return replaced(program, { ...first, column: 1 }, to, from);
  const missing = /^Module not found: (\w+)/.exec(message)?.[1];
  if (missing !== undefined) return withModule(program, missing, call);
  if (/syntax error|expected/i.test(message)) return closed(program, first);
  return relabelled(program, first);
}

/**
 * A module whose function takes what it is given, and of several the smallest: it brings the least else. None if plain has
 * the name.
 */
async function moduleOf(name: string, given: string | undefined, call: CallTool): Promise<string | undefined> {
  const look = async (what: string) =>
    lookedUp.safeParse((await call('lookup', { name: what })).structuredContent).data ?? { signatures: [], names: [] };
  const { signatures } = await look(name);
  if (signatures.some(({ module }) => module === 'plain')) return undefined;
  const fitting = signatures.filter(({ signature }) => given !== undefined && signature.includes(`${name}(${given} `));
  const modules = [...new Set((fitting.length > 0 ? fitting : signatures).map(({ module }) => module))];
  const sizes = await Promise.all(modules.map(async (module) => ({ module, size: (await look(module)).names.length })));
  return sizes.sort((a, b) => a.size - b.size)[0]?.module;
}

/** Two numbers in brackets are a pair, three a triple. */
function givenTo(program: string, problem: Problem, name: string): string | undefined {
  const { text } = lineOf(program, problem);
  const call = text.slice((problem.column ?? 1) - 1).split(`${name}((`)[1];
  const count = call?.split(')')[0]?.split(',').length ?? 0;
  return ['', 'real', 'pair', 'triple'][count];
}

/** A name of the program's own that asy does not know: the line that defines it was read on into the next. */
function defined(program: string, name: string): string {
  const lines = program.split('\n');
  const at = lines.findIndex((line) => new RegExp(`\\b${name} *=`).test(line) && !/[;{}]\s*$/.test(line));
  return at < 0 ? program : withLine({ lines, at }, `${lines[at]};`);
}

async function withModule(program: string, missing: string, call: CallTool): Promise<string> {
  const text = (await call('lookup', { name: missing })).content[0]?.text ?? '';
  const meant = /Did you mean (\w+)\?/.exec(text)?.[1];
  return meant === undefined ? program : program.replace(`import ${missing}`, `import ${meant}`);
}

function lineOf(program: string, { line = 1 }: Problem): { lines: string[]; at: number; text: string } {
  const lines = program.split('\n');
  return { lines, at: line - 1, text: lines[line - 1] ?? '' };
}

function withLine({ lines, at }: { lines: string[]; at: number }, text: string): string {
  return lines.map((line, i) => (i === at ? text : line)).join('\n');
}

function replaced(program: string, problem: Problem, name: string, meant: string): string {
  const found = lineOf(program, problem);
  const from = Math.max(0, found.text.indexOf(name, (problem.column ?? 1) - 1));
  return withLine(found, found.text.slice(0, from) + meant + found.text.slice(from + name.length));
}

/** What is missing belongs behind the place that is named; a brace has a line of its own. */
function inserted(program: string, problem: Problem, sign: string): string {
  if (sign === '}') return `${program.trimEnd()}\n}\n`;
  const found = lineOf(program, problem);
  const at = (problem.endColumn ?? found.text.length + 1) - 1;
  return withLine(found, found.text.slice(0, at) + sign + found.text.slice(at));
}

/** A bracket that stays open is closed where its line ends; otherwise a statement lacks its end. */
function closed(program: string, problem: Problem): string {
  const count = (text: string, letter: string) => text.split(letter).length - 1;
  const lines = program.split('\n');
  const open = lines.findIndex((line) => count(line, '(') > count(line, ')') && line.endsWith(';'));
  if (open >= 0) return withLine({ lines, at: open }, (lines[open] ?? '').replace(/;$/, ');'));
  const surplus = lines.findIndex((line) => count(line, ')') > count(line, '('));
  if (surplus >= 0) return withLine({ lines, at: surplus }, (lines[surplus] ?? '').replace(/\)(?=[^)]*$)/, ''));
  if (count(program, '{') > count(program, '}')) return `${program.trimEnd()}\n}\n`;
  const upTo = lines.slice(0, problem.line ?? lines.length);
  const bare = upTo.findLastIndex((line) => line.trim() !== '' && !/[;{}]\s*$/.test(line));
  return bare < 0 ? program : withLine({ lines, at: bare }, `${lines[bare]};`);
}

/** What TeX says of a label. */
function relabelled(program: string, problem: Problem): string {
  const { message } = problem;
  const found = lineOf(program, problem);
  const inLabel = (change: (label: string) => string) =>
    withLine(
      found,
      found.text.replace(/"([^"]*)"/, (_, label: string) => `"${change(label)}"`),
    );
  if (message.startsWith('Math symbol')) return inLabel((label) => `$${label}$`);
  if (message.startsWith('Extra } or missing $')) return inLabel((label) => `${label}$`);
  if (message.startsWith('Unfinished label')) return inLabel((label) => label.replaceAll('%', '\\%'));
  if (message.startsWith('Write & as')) return inLabel((label) => label.replaceAll('&', '\\&'));
  if (message.startsWith('Write # as')) return inLabel((label) => label.replaceAll('#', '\\#'));
  if (message.startsWith('Double subscript')) return inLabel((label) => label.replace(/(\w_\w)_/, '{$1}_'));
  return program;
}

/** Nothing was drawn: the first path that has a name. */
function drawn(program: string): string {
  const name = /\bpath (\w+)/.exec(program)?.[1];
  return name === undefined ? program : `${program}draw(${name});\n`;
}
