/** A chart of bars as an SVG document, readable on light and dark ground. */

export interface Bar {
  readonly label: string;
  readonly value: number;
}

export interface Chart {
  readonly bars: readonly Bar[];
  /** What 1.0 means. */
  readonly unit: string;
}

const ROW = 24;
const LABEL_WIDTH = 210;
const BAR_WIDTH = 420;
const TOP = 44;
const STYLE =
  'text{font:13px system-ui,sans-serif;fill:#333}.t{font-weight:600}.b{fill:#2a6fdb}.g{stroke:#999;stroke-dasharray:3 3}' +
  '@media(prefers-color-scheme:dark){text{fill:#ddd}.b{fill:#6ea8fe}}';

/** The axis goes from 0 to 1, or to the longest bar. */
export function drawChart(title: string, { bars, unit }: Chart): string {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const height = TOP + bars.length * ROW + 30;
  const x = (value: number) => (LABEL_WIDTH + (value / most) * BAR_WIDTH).toFixed(1);
  const rows = bars.map(({ label, value }, i) => {
    const y = TOP + i * ROW;
    const width = ((value / most) * BAR_WIDTH).toFixed(1);
    return (
      `<text x="${LABEL_WIDTH - 10}" y="${y + 15}" text-anchor="end">${escape(label)}</text>` +
      `<rect class="b" x="${LABEL_WIDTH}" y="${y + 3}" width="${width}" height="${ROW - 8}" rx="3"/>` +
      `<text x="${Number(x(value)) + 6}" y="${y + 15}">${value.toFixed(2)}</text>`
    );
  });
  const bottom = TOP + bars.length * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LABEL_WIDTH + BAR_WIDTH + 60} ${height}" role="img">`,
    `<title>${escape(title)}</title><style>${STYLE}</style>`,
    `<text class="t" x="10" y="22">${escape(title)}</text>`,
    ...rows,
    `<line class="g" x1="${x(1)}" y1="${TOP - 8}" x2="${x(1)}" y2="${bottom}"/>`,
    `<text x="${x(1)}" y="${bottom + 18}" text-anchor="end">1.0 ${escape(unit)}</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[char] ?? '');
}
