import type { RenderFormat } from '@/core/submission/submission';

/**
 * What a client wants to have, by its `Accept` header (RFC 9110, 12.5.1; docs/render-api.md, 3): the picture itself or
 * JSON with everything, and what to tell it when there is no picture.
 */

export interface Wanted {
  readonly answer: 'picture' | 'json';
  /** In the place of a picture a browser shows a picture; to a program a document says more. */
  readonly error: 'picture' | 'document';
  /** The format that was named, if one was. */
  readonly format?: RenderFormat;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

const FORMATS: Readonly<Record<string, RenderFormat>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'application/pdf': 'pdf',
  'application/postscript': 'eps',
};

export function readAccept(header: string | undefined): Wanted {
  const ranges = parseRanges(header ?? '*/*');
  const best = (isMeant: (type: string) => boolean) =>
    Math.max(0, ...ranges.filter(({ type }) => isMeant(type)).map(({ quality }) => quality));
  const json = best((type) => ['application/json', 'application/problem+json', 'application/*'].includes(type));
  const image = best((type) => type.startsWith('image/'));
  const picture = Math.max(
    image,
    best((type) => Object.hasOwn(FORMATS, type)),
  );
  const named = [...ranges].sort((a, b) => b.quality - a.quality).find(({ type }) => Object.hasOwn(FORMATS, type));
  return {
    answer: json > picture ? 'json' : 'picture',
    error: image > json ? 'picture' : 'document',
    ...(named === undefined ? {} : { format: FORMATS[named.type] }),
  };
}

/** A range that cannot be read is ignored, and so is one that is refused (`q=0`). */
function parseRanges(header: string): Range[] {
  return header.split(',').flatMap((part) => {
    const [type = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const range = { type, quality: quality === undefined ? 1 : Number(quality) };
    return /^[^\s/]+\/[^\s/]+$/.test(type) && range.quality > 0 ? [range] : [];
  });
}
