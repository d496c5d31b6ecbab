import { describe, expect, it } from 'vitest';
import { frameHtml, frameSize, snippets } from './snippets';

const link = { id: 'a1b2c3d4e5f6a1b2c3d4e5f6', title: 'circle', width: 100.2, height: 50 };
const BASE = 'https://asy.example';

/** docs/sharing.md, 5 */
describe('snippets', () => {
  it('lead to the page, the frame and the pictures', () => {
    const byName = Object.fromEntries(snippets(BASE, link, 'code').map(({ name, text }) => [name, text]));
    expect(byName.Link).toBe(`${BASE}/s/${link.id}`);
    expect(byName.HTML).toContain(`src="${BASE}/embed/${link.id}?view=code"`);
    expect(byName.HTML).toContain(`<script async src="${BASE}/embed.js">`);
    expect(byName.Markdown).toBe(`[![circle](${BASE}/s/${link.id}/picture.svg)](${BASE}/s/${link.id})`);
    expect(byName.LaTeX).toContain('\\includegraphics{circle.pdf}');
  });

  it('cannot be broken out of by a title', () => {
    const nasty = { ...link, title: '"><script>alert(1)</script>](x) \\write18{rm}' };
    expect(frameHtml(BASE, nasty, 'figure')).not.toContain('<script>');
    const texts = snippets(BASE, nasty, 'figure');
    expect(texts.find(({ name }) => name === 'Markdown')?.text).toContain('\\](x)');
    expect(texts.find(({ name }) => name === 'LaTeX')?.text).not.toContain('write18');
  });

  it('bring the alternative text, also to LaTeX', () => {
    const [, , markdown, latex] = snippets(BASE, { ...link, alt: 'A circle, 50% \\grey{x}' }, 'figure');
    expect(markdown?.text).toContain('[![A circle, 50% \\\\grey{x}](');
    expect(latex?.text).toContain('\\includegraphics[alt={A circle, 50   grey x }]{circle.pdf}');
  });

  it('give a frame the room it needs, also without a picture', () => {
    expect(frameSize(link, 'figure')).toEqual({ width: 133, height: 114 });
    expect(frameSize({ id: link.id, title: '' }, 'figure').width).toBeGreaterThan(300);
  });
});
