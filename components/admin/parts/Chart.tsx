'use client';

import { useEffect, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Locale } from '@/core/locale';
import { onThemeChange, tokenColors } from '@/components/lib/theme';
import { lastValues, loneIndices, type ChartLines } from '@/components/admin/model/chartData';
import { useFormat } from './useFormat';

interface ChartProps {
  readonly title: string;
  readonly unit: string;
  readonly lines: ChartLines;
  /** What a line is called on the page. */
  readonly nameOf: (name: string) => string;
}

const HEIGHT_PIXELS = 150;
/** Tokens of the theme, one a line. */
const STROKES = ['accent', 'error', 'ok', 'warn', 'code-function', 'code-type', 'muted'] as const;
/** From this line on they are dashed, too: more colours than that are not told apart. */
const DASHED_FROM = 3;
const DASH = [6, 4];
/** Below this span the seconds of the times along the chart are told. */
const SECONDS_TOLD_BELOW = 600;

/** One chart over time. It is drawn anew when its lines or the colours in force are others, and only fed otherwise. */
export function Chart({ title, unit, lines, nameOf }: ChartProps) {
  const t = useTranslations('admin');
  const locale = useLocale();
  const { number } = useFormat();
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot>(undefined);
  const [theme, setTheme] = useState(0);
  const labels = lines.names.map(nameOf).join('\n');
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
      optionsFor(labels.split('\n'), t('charts.time'), element.clientWidth, locale),
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
  }, [labels, theme, locale, t]);

  // For whoever cannot see the chart.
  const values = lastValues(lines).map(
    ([name, value]) => `${nameOf(name)} ${value === undefined ? t('none') : number(value)}`,
  );
  return (
    <figure className="min-w-0">
      <figcaption className="px-1 text-muted">
        {title} <span className="text-xs">({unit})</span>
      </figcaption>
      <div
        ref={place}
        role="img"
        aria-label={[title, ...values].join(', ')}
        className="w-full overflow-hidden text-xs text-muted"
      />
    </figure>
  );
}

function strokeOf(line: number) {
  return STROKES[line % STROKES.length] ?? 'accent';
}

function optionsFor(names: readonly string[], time: string, width: number, locale: Locale): uPlot.Options {
  const numbers = new Intl.NumberFormat(locale);
  const strokes = Object.fromEntries(STROKES.map((token) => [token, token])) as Record<
    (typeof STROKES)[number],
    string
  >;
  const colors = tokenColors({ ...strokes, grid: 'line', axis: 'muted' });
  const axis = {
    font: `11px ${getComputedStyle(document.body).fontFamily}`,
    stroke: colors.axis,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { stroke: colors.grid, width: 1 },
  };
  return {
    width,
    height: HEIGHT_PIXELS,
    // Under the chart: the names, and the values where the pointer is, or else the last ones.
    legend: { show: true, live: true },
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] } },
    axes: [
      { ...axis, size: 28, space: 70, values: (plot, atSeconds) => times(plot, atSeconds, locale) },
      { ...axis, size: 44, values: (_plot, ticks) => ticks.map((tick) => numbers.format(tick)) },
    ],
    series: [
      { label: time, value: (plot, at, line) => times(plot, valueTold(plot, at, line), locale).join('') },
      ...names.map((label, i) => ({
        label,
        stroke: colors[strokeOf(i)],
        width: 1.5,
        points: {
          size: 4,
          show: true,
          filter: (plot: uPlot, line: number) => loneIndices([...(plot.data[line] ?? [])]),
        },
        // Where nothing is known, nothing is drawn.
        spanGaps: false,
        ...(i >= DASHED_FROM && { dash: DASH }),
        value: (plot: uPlot, value: number | null, line: number) =>
          valueTold(plot, value, line)
            .map((one) => numbers.format(one))
            .join('') || '–',
      })),
    ],
  };
}

/** None where the pointer is at a gap. */
function valueTold({ cursor, data }: uPlot, value: number | null, line: number): number[] {
  const told = typeof cursor.idx === 'number' ? value : data[line]?.[data[line].length - 1];
  return typeof told === 'number' ? [told] : [];
}

function times(plot: uPlot, atSeconds: readonly number[], locale: Locale): string[] {
  const { min = 0, max = 0 } = plot.scales.x ?? {};
  const second = (max ?? 0) - (min ?? 0) < SECONDS_TOLD_BELOW ? ('2-digit' as const) : undefined;
  const format = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second, hourCycle: 'h23' });
  return atSeconds.map((at) => format.format(at * 1000));
}
