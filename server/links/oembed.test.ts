import { expect, it } from 'vitest';
import { oembedXml } from './oembed';

// docs/sharing.md, 4
it('writes XML that any title leaves well-formed', () => {
  const xml = oembedXml({ version: '1.0', title: `a<b & "c" ]]> \u0000\u001b\ud800 \u{1f600}`, width: 3 });
  expect(xml).toBe(
    [
      '<?xml version="1.0" encoding="utf-8" standalone="yes"?>',
      '<oembed>',
      '  <version>1.0</version>',
      '  <title>a&#60;b &#38; &#34;c&#34; ]]&#62; \ufffd\ufffd\ufffd \u{1f600}</title>',
      '  <width>3</width>',
      '</oembed>',
      '',
    ].join('\n'),
  );
});
