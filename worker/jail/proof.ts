import { readFileSync } from 'node:fs';
import { JAIL_LIMITS } from '@/core/limits';
import { untilEnded } from '../asy/streams';
import type { JailSlot } from './jail';

/**
 * The proof that the walls stand, made in a real jail each time a worker starts: it tries a set of forbidden things
 * (proof.pl) and a worker of which one succeeds does not start. There is no way to leave it out.
 */

interface Proof {
  readonly held: number;
  readonly broken: readonly string[];
}

const SCRIPT = readFileSync(new URL('./proof.pl', import.meta.url));
/** Fewer lines than this mean that the script itself did not run to its end. */
const LEAST_LINES = 100;

export async function proveWalls(slot: JailSlot): Promise<Proof> {
  const jail = await slot.run(
    {
      command: ['/usr/bin/perl', 'proof.pl'],
      environment: {},
      cpuSeconds: 20,
      input: false,
      mergeErrors: true,
      niceness: JAIL_LIMITS.niceness,
    },
    [['proof.pl', SCRIPT]],
  );
  let text = '';
  jail.output.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await Promise.all([jail.exited, untilEnded(jail.output)]);
  await slot.collect();
  return readProof(text);
}

export function readProof(text: string): Proof {
  const lines = text.split('\n').filter(Boolean);
  const broken = lines.filter((line) => line.startsWith('BROKEN ')).map((line) => line.slice('BROKEN '.length));
  const held = lines.filter((line) => line.startsWith('holds ')).length;
  return held + broken.length < LEAST_LINES
    ? { held, broken: [...broken, `proof did not run: ${text.slice(0, 300)}`] }
    : { held, broken };
}
