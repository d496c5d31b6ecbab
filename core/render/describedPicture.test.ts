import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describedPicture } from './describedPicture';
import { DESCRIPTION_LIMITS } from './limits';

const SVG =
  "<?xml version='1.0' encoding='UTF-8'?>\n<!-- dvisvgm -->\n<svg version='1.1' width='2pt'>\n<path d='M0 0'/>\n</svg>\n";
const encode = (text: string) => new TextEncoder().encode(text);
const described = (format: string, text: string, description: { title?: string; alt?: string }) =>
  new TextDecoder().decode(describedPicture(format, encode(text), description));

/** docs/render-api.md, 17 */
describe('a picture that says what it shows', () => {
  it('has a title and a description in SVG, and is the same otherwise', () => {
    const svg = described('svg', SVG, { title: 'A <b> & "c"', alt: 'Größe \u{1f600}' });
    const [, ids = ''] = /role='img' aria-labelledby='([^']*)'/.exec(svg) ?? [];
    const [title = '', desc = ''] = ids.split(' ');
    expect(svg).toContain(`<title id='${title}'>A &#60;b&#62; &#38; &#34;c&#34;</title>`);
    expect(svg).toContain(`<desc id='${desc}'>Größe \u{1f600}</desc>`);
    expect(svg.replace(/ role='img' aria-labelledby='[^']*'|\n<(title|desc) .*<\/\1>/g, '')).toBe(SVG);
  });

  it('has other marks for another text, and none for what is not there', () => {
    const [one, other] = [described('svg', SVG, { title: 'one' }), described('svg', SVG, { title: 'other' })];
    expect(/aria-labelledby='([^']*)'/.exec(one)?.[1]).not.toBe(/aria-labelledby='([^']*)'/.exec(other)?.[1]);
    expect(one).not.toContain('<desc');
    expect(described('svg', SVG, { title: 'one' })).toBe(one);
  });

  it('keeps every byte without a description, and of what it does not know', () => {
    const bytes = encode(SVG);
    expect(describedPicture('svg', bytes, {})).toBe(bytes);
    expect(describedPicture('png', bytes, { title: 'x' })).toBe(bytes);
    for (const text of ['', '<svg', '<svg/>', "<svg role='img'></svg>", '%PDF-1.4\n%%EOF'])
      for (const format of ['svg', 'pdf', 'html']) expect(described(format, text, { title: 'x' })).toBe(text);
  });

  it('names the page of a scene', () => {
    expect(described('html', '<html><head><title>main</title>', { title: '</title><script>' })).toBe(
      '<html><head><title>&#60;/title&#62;&#60;script&#62;</title>',
    );
  });
});

const pdf = (trailer: string) => {
  const body = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n';
  return `${body}${trailer}startxref\n${body.length}\n%%EOF\n`;
};
const TABLE = pdf('xref\n0 2\n0000000000 65535 f \n0000000009 00000 n \ntrailer\n<< /Size 2 /Root 1 0 R >>\n');
const STREAM = pdf(
  '2 0 obj\n<< /Type /XRef /Size 3 /W [1 2 1] /Root 1 0 R /ID [<aa> <bb>] >>\nstream\nx\nendstream\nendobj\n',
);

describe('a PDF with a title', () => {
  it.each([
    ['with a table', TABLE],
    ['with a stream', STREAM],
    ['with a stream as XeTeX writes it', STREAM.replace('/Root 1 0 R', '/Root\n1 0 R')],
  ])('%s is what it was, and an update that points at itself', (_kind, text) => {
    const whole = described('pdf', text, { title: 'Ä)', alt: 'x' });
    expect(whole.startsWith(text)).toBe(true);
    const at = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(whole)?.[1]);
    expect(whole.slice(at)).toMatch(/^(?:xref\n2 1\n|4 0 obj\n<< \/Type \/XRef)/);
    const info = whole.search(/\d 0 obj\n<< \/Title <feff00c40029> \/Subject <feff0078> >>/);
    expect(whole.slice(at)).toMatch(
      new RegExp(`${String(info).padStart(10, '0')}|01${info.toString(16).padStart(8, '0')}`),
    );
    expect(whole.slice(at)).toContain('/Prev ');
  });

  it('is left alone if it is encrypted or cannot be read', () => {
    for (const text of [
      TABLE.replace('/Root', '/Encrypt 9 0 R /Root'),
      TABLE.replace('/Size 2', ''),
      TABLE.slice(0, -20),
    ])
      expect(described('pdf', text, { title: 'x' })).toBe(text);
  });
});

it('the page tells the limits', () => {
  const page = readFileSync(new URL('../../docs/render-api.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');
  expect(page).toContain(`up to ${DESCRIPTION_LIMITS.maxTitleCharacters} characters`);
  expect(page).toContain(`up to ${DESCRIPTION_LIMITS.maxAltCharacters} characters`);
});
