import { setPriority } from 'node:os';
import { Attacker, type Target } from './attacker';
import { KINDS } from './kinds';

/**
 * The attacker's own process: `tsx bench/hostility/main.ts KIND SECONDS TARGET`. It prints that it begins and, at the end,
 * how often it tried. What it
 * computes itself would be computed elsewhere, so it gives way to what is measured.
 */

const GRACE_SECONDS = 3;
const NICENESS = 10;

const [kind = '', seconds = '', target = ''] = process.argv.slice(2);
const attack = KINDS[kind];
if (!attack) throw new Error(`no such kind: ${kind}`);
setPriority(NICENESS);
const attacker = new Attacker(JSON.parse(target) as Target, Number(seconds));
const leave = () => {
  console.log(attacker.acts);
  process.exit(0);
};
setTimeout(leave, (Number(seconds) + GRACE_SECONDS) * 1000);
// Sockets that are cut off in the middle are what it is here for.
process.on('uncaughtException', () => undefined);
process.on('unhandledRejection', () => undefined);
console.log('begun');
await attack(attacker).catch((error: unknown) => console.error(error));
leave();
