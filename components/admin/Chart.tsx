'use client';

import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange, tokenColors } from '@/components/theme/theme';
import { inWords, type ChartLines } from './chartData';

interface ChartProps {
  readonly title: string;
  readonly unit: string;
  readonly lines: ChartLines;
}

const HEIGHT_PIXELS = 150;
const STROKES = {
  accent: 'accent',
  error: 'error',
  ok: 'ok',
  warn: 'warn',
  type: 'code-type',
  function: 'code-function',
  number: 'code-number',
} as const;

/** One chart over time. It is drawn anew when its lines or the colours in force are others, and only fed otherwise. */
export function Chart({ title, unit, lines }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const [theme, setTheme] = useState(0);
  const names = lines.names.join('\n');
  const latest = useRef(lines);
  useEffect(() => {
    latest.current = lines;
    chart.current?.setData(lines.data as uPlot.AlignedData);
  }, [lines]);

  useEffect(() => onThemeChange(() => setTheme((count) => count + 1)), []);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const made = new uPlot(
      optionsFor(names.split('\n'), element.clientWidth),
      latest.current.data as uPlot.AlignedData,
      element,
    );
    chart.current = made;
    const resized = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: HEIGHT_PIXELS }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      chart.current = undefined;
    };
  }, [names, theme]);

  return (
    <figure className="min-w-0">
      <figcaption className="px-1 text-muted">
        {title} <span className="text-xs">({unit})</span>
      </figcaption>
      <div ref={place} role="img" aria-label={`${title}: ${inWords(lines)}`} className="w-full overflow-hidden" />
    </figure>
  );
}

function optionsFor(names: readonly string[], width: number): uPlot.Options {
  const colors = tokenColors({ ...STROKES, grid: 'line', axis: 'muted' });
  const strokes = Object.keys(STROKES) as (keyof typeof STROKES)[];
  const axis = {
    stroke: colors.axis,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { stroke: colors.grid, width: 1 },
  };
  return {
    width,
    height: HEIGHT_PIXELS,
    legend: { live: false },
    cursor: { show: false },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [axis, { ...axis, size: 44 }],
    series: [
      {},
      ...names.map((label, i) => ({
        label,
        stroke: colors[strokes[i % strokes.length] ?? 'accent'],
        width: 1.5,
        points: { show: false },
        spanGaps: true,
      })),
    ],
  };
}
