// Says what is being done, how far it is and how long it took: one line a step on a terminal, plain lines elsewhere.

/** How often a line is shown that only says how long it takes already. */
const TICK_MS = 1000;
const WIDTH = 60;

/**
 * @param {string} title
 * @param {(progress: (words: string) => void) => unknown} work what to do; it may report progress
 */
export async function step(title, work) {
  const terminal = process.stdout.isTTY;
  const started = Date.now();
  let shownAt = started;
  let last = '';
  const show = () => {
    const now = Date.now();
    if (now - shownAt < (terminal ? 100 : 10_000)) return;
    shownAt = now;
    const words = [seconds(started), last.slice(0, WIDTH)].filter((part) => part !== '').join(', ');
    process.stdout.write(terminal ? `\r\x1b[K${title} ... ${words}` : `  ${title}: ${words}\n`);
  };
  process.stdout.write(terminal ? `${title} ...` : `${title} ...\n`);
  const ticking = setInterval(show, TICK_MS);
  try {
    await work((words) => {
      last = words;
      show();
    });
  } finally {
    clearInterval(ticking);
    if (terminal) process.stdout.write('\r\x1b[K');
  }
  process.stdout.write(`${title}: done in ${seconds(started)}\n`);
}

/**
 * @param {number} done
 * @param {number} total
 */
export function percent(done, total) {
  return `${Math.min(99, Math.floor((100 * done) / Math.max(1, total)))} %`;
}

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
