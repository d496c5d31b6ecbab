import { describe, expect, it } from 'vitest';
import { scenePage } from './scenePage';

const PAGE = `<html><head><script>
o.embedded=window.top.document!=document;window.parent.asyProjection=!0;
</script></head><body style="overflow: hidden;" onload="webGLStart();"><canvas></canvas></body></html>`;

describe('the page of a 3D picture', () => {
  it('runs by the nonce alone, and looks at no other window', () => {
    expect(scenePage(PAGE, 'n1')).toBe(`<html><head><script nonce="n1">
o.embedded=window.document!=document;window.asyProjection=!0;
</script><script nonce="n1">addEventListener('load', () => typeof webGLStart === 'function' && webGLStart());</script></head><body style="overflow: hidden;"><canvas></canvas></body></html>`);
  });
});
