import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folded } from './fold';
import type { Box, Layout } from './layout';

/** Layers of so many nodes each, as the library lays them out. */
function strip(counts: readonly number[], height = 44): Layout {
  const boxes = counts.flatMap((count, layer) =>
    Array.from({ length: count }, (_, i): Box => {
      return { id: `${layer}.${i}`, x: layer * 200, y: i * (height + 18), width: 152, height };
    }),
  );
  const highest = Math.max(...counts) * (height + 18);
  return { boxes, edges: [], width: counts.length * 200, height: highest };
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

describe('a graph with large layers', () => {
  it('gets the shape of a screen', () => {
    const { width, height, boxes } = folded(strip([1, 1000, 1]), []);
    expect(width / height).toBeGreaterThan(1);
    expect(width / height).toBeLessThan(2.5);
    expect(boxes).toHaveLength(1002);
  });

  it('keeps every node once, apart from the others, and every edge to the right', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }), (counts) => {
        const layout = strip(counts);
        const edges = counts.slice(1).map((_, i) => [`${i}.0`, `${i + 1}.0`] as const);
        const { boxes, width, height } = folded(layout, edges);
        const byId = new Map(boxes.map((box) => [box.id, box]));
        expect(byId.size).toBe(layout.boxes.length);
        for (const [parent, child] of edges) {
          const [from, to] = [byId.get(parent), byId.get(child)];
          expect((from?.x ?? 0) + (from?.width ?? 0)).toBeLessThan(to?.x ?? 0);
        }
        for (const [i, box] of boxes.entries()) {
          expect(boxes.slice(i + 1).filter((other) => overlaps(box, other))).toEqual([]);
          expect(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('stays as the library made it where that fills a screen', () => {
    const layout = strip([2, 3, 2, 1]);
    expect(folded(layout, [])).toBe(layout);
  });
});
