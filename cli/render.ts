import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ask, type Answer, type Problem } from './answer';
import type { RenderCommand } from './arguments';
import { gather, type Gathered } from './gather';

/** One render from the disk to the disk. */

/** What a shell sees (docs/cli.md, 5). */
export const EXIT = { success: 0, failed: 1, wrong: 2, unavailable: 3 } as const;

export interface Terminal {
  readonly out: (bytes: Uint8Array | string) => void;
  readonly err: (text: string) => void;
}

export interface Rendered {
  readonly code: number;
  /** The files it depended on. */
  readonly paths: readonly string[];
}

export async function renderOnce(command: RenderCommand, terminal: Terminal): Promise<Rendered> {
  const gathered = await gather(command.files);
  if ('wrong' in gathered) {
    terminal.err(`asyground: ${gathered.wrong}\n`);
    return { code: EXIT.wrong, paths: command.files };
  }
  const paths = [...gathered.files.values()].map((file) => file.path);
  return {
    code: await report(
      command,
      gathered,
      await ask(command.server, { ...gathered, options: command.options }),
      terminal,
    ),
    paths,
  };
}

async function report(command: RenderCommand, gathered: Gathered, answer: Answer, terminal: Terminal): Promise<number> {
  if (answer.kind === 'refused' || answer.kind === 'unavailable') {
    terminal.err(`asyground: ${answer.message}\n`);
    return answer.kind === 'refused' ? EXIT.wrong : EXIT.unavailable;
  }
  for (const problem of answer.problems) terminal.err(`${problemLine(problem, gathered)}\n`);
  if (answer.kind === 'failed') {
    if (answer.problems.length === 0) terminal.err(`${answer.output}asyground: ${answer.detail ?? 'failed'}\n`);
    return EXIT.failed;
  }
  const isPiped = command.output === '-';
  if (answer.output !== '' && !command.isQuiet) (isPiped ? terminal.err : terminal.out)(answer.output);
  const main = command.files[0] ?? '';
  for (const { format, filename, encoding, data } of answer.results) {
    const bytes = Buffer.from(data, encoding);
    if (isPiped) {
      if (filename === undefined) terminal.out(bytes);
      continue;
    }
    const own = command.output ?? `${main.replace(/\.asy$/, '')}.${format}`;
    // Names come from the program: nothing is written anywhere else.
    const target = filename === undefined ? own : path.join(path.dirname(own), path.basename(filename));
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, bytes);
    if (command.isWatching && !command.isQuiet) terminal.err(`${target}\n`);
  }
  return EXIT.success;
}

/** As editors and compilers write it, so that editors find the place. */
function problemLine({ file, line, column, severity, message }: Problem, { files }: Gathered): string {
  const place = [file && (files.get(file)?.path ?? file), line, column].filter((part) => part !== undefined);
  return [...(place.length > 0 ? [place.join(':')] : []), severity, message].join(': ');
}
