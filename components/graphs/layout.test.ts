import ELK from 'elkjs/lib/elk.bundled.js';
import { describe, expect, it } from 'vitest';
import { layOut } from './layout';

describe('the layout of a graph', () => {
  it('puts children to the right of their parents, with room for pictures', async () => {
    const tasks = [
      { id: 'a', continuations: ['b', 'elsewhere'], kind: 'external' },
      { id: 'b', continuations: [], kind: 'render' },
      { id: 'c', continuations: [], kind: 'group' },
    ] as const;
    const { boxes, edges, width } = await layOut(tasks, new ELK());
    const [a, b] = boxes;
    expect(boxes).toHaveLength(3);
    expect((a?.x ?? 0) + (a?.width ?? 0)).toBeLessThan(b?.x ?? 0);
    expect(b?.height).toBeGreaterThan(a?.height ?? 0);
    expect(edges).toHaveLength(1);
    expect(edges[0]).toMatchObject({
      path: expect.stringMatching(/^M[\d.]+ [\d.]+L/) as string,
      x: (a?.x ?? 0) + (a?.width ?? 0),
    });
    expect(width).toBeGreaterThan(0);
  });
});
