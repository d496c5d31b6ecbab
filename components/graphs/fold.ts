import { lineOf, type Box, type Layout, type Line } from './layout';

/**
 * Many tasks that wait for the same ones make a layer that is a thousand nodes high and one wide: a strip in which nothing
 * can be made out. Such layers are folded into several columns, so that the whole has the shape of a screen. The order
 * within a layer stays, and every edge still leads to the right.
 */

const ASPECT_RATIO = 1.5;
const NODE_GAP = 18;
const COLUMN_GAP = 28;
const LAYER_GAP = 64;
/** How many heights between one node and the whole strip are tried. */
const TRIES = 40;
/** Less is not worth losing the library's own routes. */
const WORTHWHILE = 1.2;

type Edge = readonly [parent: string, child: string];

export function folded(layout: Layout, edges: readonly Edge[]): Layout {
  const layers = layersOf(layout.boxes);
  const tallest = Math.max(...layout.boxes.map(({ height }) => height));
  let best = { scale: scaleOf(layout) * WORTHWHILE, layers: [] as Box[][][] };
  for (let i = 0; i <= TRIES; i += 1) {
    const maxHeight = tallest * Math.max(1, layout.height / tallest) ** (i / TRIES);
    const columns = layers.map((layer) => columnsOf(layer, maxHeight));
    const scale = scaleOf(sizeOf(columns));
    if (scale > best.scale) best = { scale, layers: columns };
  }
  return best.layers.length === 0 ? layout : placed(best.layers, edges);
}

/** How large it would be on a screen. */
function scaleOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.min(ASPECT_RATIO / width, 1 / height);
}

/** From the left, each from above. All nodes are of one width, so those of a layer begin at the same place. */
function layersOf(boxes: readonly Box[]): Box[][] {
  const layers = new Map<number, Box[]>();
  for (const box of boxes) {
    const place = Math.round(box.x);
    const layer = layers.get(place);
    if (layer === undefined) layers.set(place, [box]);
    else layer.push(box);
  }
  return [...layers].sort(([a], [b]) => a - b).map(([, layer]) => layer.sort((a, b) => a.y - b.y));
}

/** As few columns as the height allows, about equally high. */
function columnsOf(layer: readonly Box[], maxHeight: number): Box[][] {
  const total = layer.reduce((sum, { height }) => sum + height + NODE_GAP, 0);
  const wanted = total / Math.ceil(total / (maxHeight + NODE_GAP));
  const columns: Box[][] = [];
  let height = Infinity;
  for (const box of layer) {
    if (height >= wanted) {
      columns.push([]);
      height = 0;
    }
    columns.at(-1)?.push(box);
    height += box.height + NODE_GAP;
  }
  return columns;
}

function heightOf(column: readonly Box[]): number {
  return column.reduce((sum, { height }) => sum + height, 0) + (column.length - 1) * NODE_GAP;
}

function sizeOf(layers: readonly (readonly Box[][])[]) {
  const columns = layers.flat();
  const nodes = columns.reduce((sum, [first]) => sum + (first?.width ?? 0), 0);
  const gaps = (layers.length - 1) * LAYER_GAP + (columns.length - layers.length) * COLUMN_GAP;
  return { width: nodes + gaps, height: Math.max(...columns.map(heightOf)) };
}

function placed(layers: readonly (readonly Box[][])[], edges: readonly Edge[]): Layout {
  const { width, height } = sizeOf(layers);
  const boxes = new Map<string, Box>();
  let x = 0;
  for (const layer of layers) {
    for (const column of layer) {
      let y = (height - heightOf(column)) / 2;
      for (const box of column) {
        boxes.set(box.id, { ...box, x, y });
        y += box.height + NODE_GAP;
      }
      x += (column[0]?.width ?? 0) + COLUMN_GAP;
    }
    x += LAYER_GAP - COLUMN_GAP;
  }
  const lines = edges.flatMap(([parent, child]) => {
    const [from, to] = [boxes.get(parent), boxes.get(child)];
    return from === undefined || to === undefined ? [] : [curve(from, to)];
  });
  return { boxes: [...boxes.values()], edges: lines, width, height };
}

/** From the right side of one to the left side of the other. Whatever lies between is drawn above it. */
function curve(from: Box, to: Box): Line {
  const start = { x: Math.round(from.x + from.width), y: Math.round(from.y + from.height / 2) };
  const end = { x: Math.round(to.x), y: Math.round(to.y + to.height / 2) };
  const middle = Math.round((start.x + end.x) / 2);
  return lineOf(`M${start.x} ${start.y}C${middle} ${start.y} ${middle} ${end.y} ${end.x} ${end.y}`, [start, end]);
}
