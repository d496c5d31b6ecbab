import { main as run } from './main';

/** The drop-in `asy` in a process of its own. */
export async function main(args: readonly string[], self: string): Promise<number> {
  return run(args, {
    environment: process.env,
    self,
    terminal: {
      out: (bytes) => void process.stdout.write(bytes),
      err: (text) => void process.stderr.write(text),
    },
    readInput: async () => {
      const pieces: Buffer[] = [];
      for await (const piece of process.stdin) pieces.push(piece as Buffer);
      return Buffer.concat(pieces);
    },
  });
}
