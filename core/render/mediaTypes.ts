import type { RenderFormat } from '@/core/submission/submission';

/** What each kind of picture is called over HTTP. Fixed by the format alone: the bytes come from a user's program. */
const MEDIA_TYPES: Readonly<Record<RenderFormat | 'gif', string>> = {
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  png: 'image/png',
  // Nobody asks for it: animations are written as such.
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  eps: 'application/postscript',
  v3d: 'application/octet-stream',
};

export function mediaType(format: string): string {
  return Object.hasOwn(MEDIA_TYPES, format)
    ? MEDIA_TYPES[format as keyof typeof MEDIA_TYPES]
    : 'application/octet-stream';
}

/** Formats that are text, and travel as text in JSON. */
export function isTextFormat(format: string): boolean {
  return ['svg', 'html', 'eps'].includes(format);
}
