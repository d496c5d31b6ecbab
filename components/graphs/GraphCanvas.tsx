'use client';

import { Maximize, Minus, Plus } from 'lucide-react';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useTranslations } from 'use-intl';
import { steer } from '@/components/lib/steering';
import { ZOOM_STEP } from '@/components/model/view';
import { TEST_IDS } from '@/components/lib/testIds';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { GraphNode } from './GraphNode';
import type { Layout } from './layout';
import type { LiveGraph } from './liveGraph';
import { useGraphView } from './useGraphView';
import { useToneTexts } from './useToneTexts';

interface GraphCanvasProps {
  readonly live: LiveGraph;
  readonly layout: Layout | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (task: string) => void;
}

/** Farther than this it was a move and no click, in CSS pixels. */
const CLICK_DISTANCE = 4;

/** The drawing of a graph. The list beside it has the same tasks for whoever does not use a pointer. */
export function GraphCanvas({ live, layout, chosen, onChoose }: GraphCanvasProps) {
  const t = useTranslations('graphs');
  const toneTexts = useToneTexts();
  const { sight, pane, drawing, zoom, move, fit, reveal } = useGraphView(layout);
  const isClicked = useRef(false);
  useEffect(() => {
    // What was chosen in the list may lie anywhere; what was clicked is where the person looks.
    if (chosen !== undefined && !isClicked.current) reveal(chosen);
    isClicked.current = false;
  }, [chosen, reveal]);
  const pressed = useRef({ x: 0, y: 0 });
  const choose = (event: MouseEvent) => {
    const distance = Math.hypot(event.clientX - pressed.current.x, event.clientY - pressed.current.y);
    const node = event.target instanceof Element ? event.target.closest('[data-task]') : null;
    const id = node?.getAttribute('data-task');
    if (!id || distance > CLICK_DISTANCE) return;
    isClicked.current = id !== chosen;
    onChoose(id);
  };
  return (
    <div className="relative min-h-0 flex-1 bg-sunken">
      <svg
        ref={pane}
        role="img"
        aria-label={t('canvas.label', { count: layout?.boxes.length ?? 0 })}
        data-testid={TEST_IDS.graphCanvas}
        tabIndex={0}
        className="absolute inset-0 size-full touch-none -outline-offset-2 select-none focus:not-focus-visible:outline-none"
        onKeyDown={(event) => steer(event, ZOOM_STEP, { zoom, move, fit })}
        onPointerDown={({ clientX: x, clientY: y }) => (pressed.current = { x, y })}
        onClick={choose}
      >
        <g ref={drawing}>
          <path
            d={sight.edges}
            fill="none"
            stroke="var(--edge)"
            strokeWidth={sight.isNear ? 1.25 : 2.5}
            strokeOpacity={sight.isNear ? 1 : 0.6}
          />
          {sight.shown.map((box) => (
            <GraphNode
              key={box.id}
              live={live}
              box={box}
              toneTexts={toneTexts}
              isNear={sight.isNear}
              isChosen={box.id === chosen}
            />
          ))}
        </g>
      </svg>
      <div className="absolute right-2 bottom-2 flex gap-0.5 rounded-md border border-line bg-raised">
        <button
          type="button"
          className={FLAT_BUTTON}
          aria-label={t('canvas.zoomOut')}
          onClick={() => zoom(1 / ZOOM_STEP)}
        >
          <Minus size={15} aria-hidden />
        </button>
        <button type="button" className={FLAT_BUTTON} aria-label={t('canvas.zoomIn')} onClick={() => zoom(ZOOM_STEP)}>
          <Plus size={15} aria-hidden />
        </button>
        <button type="button" className={FLAT_BUTTON} aria-label={t('canvas.zoomToFit')} onClick={fit}>
          <Maximize size={15} aria-hidden />
        </button>
      </div>
    </div>
  );
}
