// Says what is being done, how far it is and how long it took: one line a step on a terminal, plain lines elsewhere.

/**
 * @param {string} title
 * @param {(progress: (words: string) => void) => unknown} work what to do; it may report progress
 */
export async function step(title, work) {
  const terminal = process.stdout.isTTY;
  const started = Date.now();
  let shownAt = 0;
  const show = (/** @type {string} */ words) => {
    const now = Date.now();
    if (now - shownAt < (terminal ? 100 : 10_000)) return;
    shownAt = now;
    if (terminal) process.stdout.write(`\r\x1b[K${title} ... ${words.slice(0, 60)}`);
    else process.stdout.write(`  ${title}: ${words}, ${seconds(started)}\n`);
  };
  process.stdout.write(terminal ? `${title} ...` : `${title} ...\n`);
  const ticking = setInterval(() => show(seconds(started)), 1000);
  try {
    await work(show);
  } finally {
    clearInterval(ticking);
    if (terminal) process.stdout.write('\r\x1b[K');
  }
  process.stdout.write(`${title}: done in ${seconds(started)}\n`);
}

/** @param {number} since */
function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
