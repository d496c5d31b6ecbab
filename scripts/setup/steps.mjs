// Says what is being done, how far it is and how long it took. Several steps may be under way: on a terminal each has a
// line of its own below what is done, elsewhere each line begins with the step's name.

/** How often lines are shown that only say how long it takes already. */
const TICK_MS = 1000;
const TERMINAL_PAUSE_MS = 100;
const PLAIN_PAUSE_MS = 10_000;
const WIDTH = 60;
/** Of a terminal that does not tell. */
const NARROW = 80;

/** @typedef {{ title: string, started: number, last: string, shownAt: number }} Step */

/** @type {Set<Step>} */
const underWay = new Set();
/** How many lines at the bottom of the terminal are those of steps under way. */
let drawn = 0;
let drawnAt = 0;

/**
 * @param {string} title
 * @param {(progress: (words: string) => void) => unknown} work what to do; it may report progress
 */
export async function step(title, work) {
  const own = { title, started: Date.now(), last: '', shownAt: Date.now() };
  underWay.add(own);
  if (process.stdout.isTTY) redraw();
  else process.stdout.write(`${title} ...\n`);
  const ticking = setInterval(() => show(own), TICK_MS);
  let end = 'failed after';
  try {
    await work((words) => {
      own.last = words;
      show(own);
    });
    end = 'done in';
  } finally {
    clearInterval(ticking);
    underWay.delete(own);
    redraw(`${title}: ${end} ${seconds(own.started)}\n`);
  }
}

/**
 * Waits until all have ended, also when one has failed: nobody is left half way, and the first failure is told.
 * @param {readonly Promise<unknown>[]} works
 */
export async function together(works) {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Something to know that stops nothing.
 * @param {string} words
 */
export function warn(words) {
  redraw(`${words}\n`);
}

/** @param {Step} step */
function show(step) {
  const now = Date.now();
  if (process.stdout.isTTY) {
    if (now - drawnAt >= TERMINAL_PAUSE_MS) redraw();
  } else if (now - step.shownAt >= PLAIN_PAUSE_MS) {
    step.shownAt = now;
    process.stdout.write(`  ${step.title}: ${stateOf(step)}\n`);
  }
}

/**
 * The lines of the steps under way are written anew, below what is `said` for good.
 * @param {string} said
 */
function redraw(said = '') {
  if (!process.stdout.isTTY) return void process.stdout.write(said);
  const width = (process.stdout.columns || NARROW) - 1;
  const lines = [...underWay].map((step) => `${step.title} ... ${stateOf(step)}`.slice(0, width));
  const erase = drawn > 0 ? `\x1b[${drawn}A\r\x1b[J` : '';
  process.stdout.write(`${erase}${said}${lines.map((line) => `${line}\n`).join('')}`);
  drawn = lines.length;
  drawnAt = Date.now();
}

/** @param {Step} step */
function stateOf({ started, last }) {
  return [seconds(started), last.slice(0, WIDTH)].filter((part) => part !== '').join(', ');
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
