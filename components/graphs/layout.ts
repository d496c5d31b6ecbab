import type { ElkNode } from 'elkjs/lib/elk-api.js';
import ELK from 'elkjs/lib/elk-api.js';
import type { TaskDocument } from '@/core/taskgraph/documentSchema';
import { folded } from './fold';

/** Where the tasks of a graph lie, by a library made for it, in a thread of its own: a large graph takes seconds. */

export interface Box {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** An edge as a part of a path, and what it covers. */
export interface Line {
  readonly path: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly boxes: readonly Box[];
  readonly edges: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export const NODE_WIDTH = 152;
const PICTURE_HEIGHT = 96;
export const TEXT_HEIGHT = 44;

const OPTIONS = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.aspectRatio': '1.6',
  'elk.spacing.nodeNode': '18',
  'elk.layered.spacing.nodeNodeBetweenLayers': '48',
  'elk.edgeRouting': 'POLYLINE',
  // What is drawn many times should not take long: a slightly worse order of nodes is well spent.
  'elk.layered.thoroughness': '3',
};

interface Shape {
  readonly id: string;
  readonly continuations: readonly string[];
  readonly kind: TaskDocument['kind'];
}

/** Tests bring a library that runs in the same thread. */
export async function layOut(tasks: readonly Shape[], elk: Pick<InstanceType<typeof ELK>, 'layout'>): Promise<Layout> {
  const ids = new Set(tasks.map(({ id }) => id));
  const placed: ElkNode = await elk.layout({
    id: 'graph',
    layoutOptions: OPTIONS,
    children: tasks.map(({ id, kind }) => ({ id, width: NODE_WIDTH, height: heightOf(kind) })),
    edges: tasks.flatMap(({ id, continuations }) =>
      continuations
        .filter((child) => ids.has(child))
        .map((child) => ({ id: `${id} ${child}`, sources: [id], targets: [child] })),
    ),
  });
  const boxes = (placed.children ?? []).map(({ id, x = 0, y = 0, width = 0, height = 0 }) => ({
    id,
    x,
    y,
    width,
    height,
  }));
  const lines = (placed.edges ?? []).flatMap(({ sections = [] }) =>
    sections.map(({ startPoint, bendPoints = [], endPoint }) => {
      const points = [startPoint, ...bendPoints, endPoint];
      return lineOf(points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join(''), points);
    }),
  );
  const layout = { boxes, edges: lines, width: placed.width ?? 0, height: placed.height ?? 0 };
  const edges = tasks.flatMap(({ id, continuations }) => continuations.map((child) => [id, child] as const));
  return folded(layout, edges);
}

/** A path that stays between these points. */
export function lineOf(path: string, points: readonly { readonly x: number; readonly y: number }[]): Line {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { path, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** One for the whole page. */
export function newLayoutEngine(): InstanceType<typeof ELK> {
  return new ELK({
    workerFactory: () => new Worker(new URL('elkjs/lib/elk-worker.min.js', import.meta.url)),
  });
}

function heightOf(kind: Shape['kind']): number {
  return kind !== 'render' ? TEXT_HEIGHT : TEXT_HEIGHT + PICTURE_HEIGHT;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
