import { OUTPUT_LIMITS, SUBMISSION_LIMITS } from '@/core/limits';
import { nativeCode } from '@/test/attack';
import { unique, type Attacker } from './attacker';

/** Hostility by what programs do: time, processes, memory, output and results. */

const FIGURE = 'draw((0,0)--(9,9));';
const ENDLESS = 'while(true);';
const SPINNING = 'i=0; while [ $i -lt 60 ]; do (while :; do :; done) & i=$((i+1)); done; wait';
const HUNGRY = 'perl -e \'my @a; push @a, "x" x 8000000 while 1\'';
const SPARSE = `i=0; while [ $i -lt 64 ]; do
  printf '</svg>' | dd of=r$i.svg bs=1 seek=${OUTPUT_LIMITS.maxResultBytes - 6} 2>/dev/null; i=$((i+1)); done`;
const MANY = 'i=0; while [ $i -lt 3000 ]; do echo "<svg></svg>" > r$i.svg; i=$((i+1)); done';
const LARGE = "for i in 1 2; do (echo '<svg>'; head -c 30000000 /dev/zero | tr '\\0' x; echo '</svg>') > r$i.svg; done";
/** What looks like errors of TeX and of asy, as long as output may be. */
const ERRORS = `yes '! Undefined control sequence.' | head -c 170000; yes 'l.1 ((((((((((((((((((((((' | head -c 170000;
  yes 'main.asy: 1.1: no matching function' | head -c 170000`;

const native = (script: string) => nativeCode(`${script} #${unique()}`);

export async function renderFlood(attacker: Attacker): Promise<void> {
  const cookies = await attacker.cookies(20);
  await attacker.swarm(150, (i) => attacker.run({ 'main.asy': FIGURE + unique() }, cookies[i % cookies.length]));
}

export const endlessPrograms = (attacker: Attacker) =>
  attacker.swarm(40, () => attacker.run({ 'main.asy': ENDLESS + unique() }));

export const spinningProcesses = (attacker: Attacker) => attacker.swarm(8, () => attacker.run(native(SPINNING)));

export const hungryProcesses = (attacker: Attacker) => attacker.swarm(8, () => attacker.run(native(HUNGRY)));

export const sparseResults = (attacker: Attacker) => attacker.swarm(8, () => attacker.run(native(SPARSE)));

export const manyResults = (attacker: Attacker) => attacker.swarm(8, () => attacker.run(native(MANY)));

export const largeResults = (attacker: Attacker) => attacker.swarm(8, () => attacker.run(native(LARGE)));

export const hostileErrors = (attacker: Attacker) =>
  attacker.swarm(8, () => attacker.run({ ...native(`${ERRORS} >&2`), 'main.asy': printing(ERRORS.length) }));

/** asy itself prints what looks like its own errors. */
function printing(seed: number): string {
  const lines = ['! Undefined control sequence.', 'l.1 ((((((((((((((((((', 'main.asy: 1.1: no matching function'];
  return `string[] lines = {${lines.map((line) => `"${line}"`).join(', ')}};
    for (int i=0; i < 12000; ++i) write(lines[i % 3]); // ${seed}${unique()}`;
}

/** Names and modules by the thousand, as long as sources may be. */
export const hostileSources = (attacker: Attacker) =>
  attacker.swarm(8, (i) => {
    const line = i % 2 === 0 ? 'from a unravel b;\n' : 'int a(int b=((((((((((1))))))))));\n';
    const lines = line.repeat(Math.floor((SUBMISSION_LIMITS.maxSourceBytes - 64) / line.length));
    return attacker.post('/render', { files: { 'main.asy': lines + unique() }, main: 'main.asy', format: 'png' });
  });

/** Results that nobody reads. */
export const unreadResults = (attacker: Attacker) =>
  attacker.swarm(12, async () => {
    const socket = await attacker.start(native(LARGE));
    socket.socket.pause();
    await attacker.pause(1000);
    await Promise.race([socket.closed(), attacker.pause(10_000)]);
    socket.socket.terminate();
  });

export const unreadDownloads = (attacker: Attacker) =>
  attacker.swarm(8, async () => {
    const body = JSON.stringify({ files: native(LARGE), main: 'main.asy' });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const answer = await attacker.begin('POST', '/render', { headers, body });
    await attacker.pause(answer.statusCode === 200 ? 10_000 : 100);
    answer.destroy();
  });

/** Cancelled at every moment of their life. */
export const cancellations = (attacker: Attacker) =>
  attacker.swarm(60, async (i) => {
    const socket = await attacker.start({ 'main.asy': (i % 2 === 0 ? ENDLESS : FIGURE) + unique() });
    await attacker.pause(Math.random() * 300);
    socket.socket.terminate();
  });

export const asynchronousRenders = (attacker: Attacker) =>
  attacker.swarm(16, async (i) => {
    const files = { 'main.asy': (i % 2 === 0 ? ENDLESS : FIGURE) + unique() };
    const answer = await attacker.post('/render', { files, main: 'main.asy' }, { prefer: 'respond-async' });
    if (answer.statusCode !== 202) await attacker.pause(20);
  });
