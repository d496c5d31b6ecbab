import { describe, expect, it } from 'vitest';
import { asCamera } from '@/components/model/camera';
import { scenePage } from './scenePage';

const PAGE = `<html><head><script>
o.embedded=window.top.document!=document;window.parent.asyProjection=!0;
</script></head><body style="overflow: hidden;" onload="webGLStart();"><canvas></canvas></body></html>`;

const TURN = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

describe('the page of a 3D picture', () => {
  it('runs by the nonce alone, and looks at no other window', () => {
    const page = scenePage(PAGE, 'n1', undefined);
    expect(page).toContain(`<html><head><script nonce="n1">
o.embedded=window.document!=document;window.asyProjection=!0;
</script><script nonce="n1">`);
    expect(page).toContain('</script></head><body style="overflow: hidden;"><canvas></canvas></body></html>');
  });

  it('begins with the camera of the one before', () => {
    expect(scenePage(PAGE, 'n1', { turn: TURN, zoom: 3 })).toContain(`{"turn":${JSON.stringify(TURN)},"zoom":3}`);
  });

  it('is believed nothing but a camera', () => {
    expect(asCamera({ turn: TURN, zoom: -2 })).toEqual({ turn: TURN, zoom: -2 });
    for (const said of [null, 'x', { turn: TURN }, { turn: [1], zoom: 0 }, { turn: TURN, zoom: 1e9 }])
      expect(asCamera(said)).toBeUndefined();
    expect(asCamera({ turn: TURN.map(() => '</script>'), zoom: 0 })).toBeUndefined();
  });
});
