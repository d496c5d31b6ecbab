import type { StoredLink } from './link';

/** What to copy into other pages and documents (docs/sharing.md, 5). */

export interface Snippet {
  readonly name: 'Link' | 'HTML' | 'Markdown' | 'LaTeX';
  readonly text: string;
}

type EmbedView = 'figure' | 'code' | 'try';
export const EMBED_VIEWS: readonly EmbedView[] = ['figure', 'code', 'try'];

type Shown = Pick<StoredLink, 'id' | 'title' | 'alt' | 'width' | 'height'>;

const FALLBACK = { width: 400, height: 300 };
/** Around the picture, and below it for the code or the editor. CSS pixels. */
const MARGIN = 32;
const ROOM: Readonly<Record<EmbedView, { width: number; height: number }>> = {
  figure: { width: 0, height: 32 },
  code: { width: 240, height: 280 },
  try: { width: 320, height: 360 },
};

/** The room a frame needs before it has told its own height. */
export function frameSize(link: Shown, view: EmbedView): { width: number; height: number } {
  const { width = FALLBACK.width, height = FALLBACK.height } = link;
  return {
    width: Math.ceil(width + MARGIN + ROOM[view].width),
    height: Math.ceil(height + MARGIN + ROOM[view].height),
  };
}

export function frameHtml(base: string, link: Shown, view: EmbedView): string {
  const { width, height } = frameSize(link, view);
  const address = `${base}/embed/${link.id}${view === 'figure' ? '' : `?view=${view}`}`;
  return `<iframe src="${escaped(address)}" title="${escaped(link.title)}" width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}

export function snippets(base: string, link: Shown, view: EmbedView): Snippet[] {
  const page = `${base}/s/${link.id}`;
  const alt = (link.alt ?? link.title).replace(/[[\]\\`*_<>!]/g, '\\$&');
  return [
    { name: 'Link', text: page },
    { name: 'HTML', text: `${frameHtml(base, link, view)}\n<script async src="${escaped(base)}/embed.js"></script>` },
    { name: 'Markdown', text: `[![${alt}](${page}/picture.svg)](${page})` },
    {
      name: 'LaTeX',
      text: [
        `% curl -o ${fileStem(link)}.pdf '${page}/picture.pdf'`,
        `\\includegraphics${texAlt(link)}{${fileStem(link)}.pdf}`,
        `% ${page}`,
      ].join('\n'),
    },
  ];
}

/** What TeX would take for its own is left out. */
function texAlt({ alt }: Shown): string {
  return alt === undefined ? '' : `[alt={${alt.replace(/[\\{}%#$&^_~]/g, ' ')}}]`;
}

function fileStem({ title, id }: Shown): string {
  return /^[A-Za-z0-9][A-Za-z0-9-]*$/.test(title) ? title : `asy-${id.slice(0, 8)}`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
