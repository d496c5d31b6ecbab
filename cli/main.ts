import { DEFAULT_SERVER, parseCommand } from './arguments';
import { serveMcp } from './mcp';
import { EXIT, renderOnce, type Terminal } from './render';
import { renderAndWatch } from './watch';

/** Entry of the command line. */

const HELP = `asyground: render Asymptote programs on a server

  asyground render FILE.asy [MORE FILES] [options]
  asyground mcp [--server URL]      tools for language models, on standard input and output
  asyground replay FILE             a failure downloaded from the admin page: its decisions, done again
  asyground backup FILE [settings]  on the server's machine: everything it keeps, while it runs
  asyground restore FILE [settings] the other way: replaces everything it keeps

  -o, --output FILE      where to write the picture; the extension sets the format; - for standard output
  -f, --format FORMAT    svg, pdf, png, eps, html or v3d
  -s, --server URL       default: ASYGROUND_SERVER, else ${DEFAULT_SERVER}
  -w, --watch            render again when a file changes
  -q, --quiet            hide the program's output
      --scale NUMBER     scale the whole picture, with lines and labels
      --background COLOUR
      --engine ENGINE    latex, pdflatex, xelatex, lualatex, tex, pdftex, luatex, context or none
      --class CLASS      default, fast, medium or slow
      --duration SECONDS time limit, instead of a class
      --render NUMBER    pixels per bp
      --antialias NUMBER
      --verbosity NUMBER 0 to 3
  -h, --help
      --version

Modules and data files next to the program are sent along.
Exit codes: 0 rendered, 1 the program failed or drew nothing, 2 usage error, 3 server unavailable.
`;

const terminal: Terminal = {
  out: (bytes) => void process.stdout.write(bytes),
  err: (text) => void process.stderr.write(text),
};

export async function main(args: readonly string[], version: string): Promise<number> {
  const command = parseCommand(args, process.env);
  switch (command.kind) {
    case 'help':
      terminal.out(HELP);
      return EXIT.success;
    case 'version':
      terminal.out(`${version}\n`);
      return EXIT.success;
    case 'wrong':
      terminal.err(`asyground: ${command.message}\n`);
      return EXIT.wrong;
    case 'mcp':
      await serveMcp(command, process.stdin, (line) => terminal.out(`${line}\n`));
      return EXIT.success;
    case 'replay': {
      // What it needs is large, and nobody else needs it.
      const { replayFailure } = await import('./replay');
      return replayFailure(command.file, terminal);
    }
    case 'render': {
      if (!command.isWatching) return (await renderOnce(command, terminal)).code;
      const stopped = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
      await renderAndWatch(command, terminal, stopped.signal);
      return EXIT.success;
    }
  }
}
