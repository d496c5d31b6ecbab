'use client';

import { useMemo, type RefObject } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { TEST_IDS } from '@/components/lib/testIds';
import { textOf } from '@/components/model/draft';
import type { Picture } from '@/components/model/picture';
import type { Units } from '@/components/model/units';
import { usePlayground } from '@/components/workbench/context';
import { HandleKnob } from './HandleKnob';
import { linesOf, useHandles } from './useHandles';
import { usePointDrag } from './usePointDrag';

interface HandlesProps {
  readonly picture: Picture;
  readonly units: Units;
  readonly pane: RefObject<HTMLElement | null>;
}

/**
 * Over the picture: points that a pair in the code places. Dragging one, or the arrow keys, rewrites the pair. Of a point
 * that the program computes it is told where it comes from.
 */
export default function Handles({ picture, units, pane }: HandlesProps) {
  const t = useTranslations('picture');
  const format = useFormatter();
  const text = usePlayground(({ draft }) => textOf(draft, draft.main));
  const { found, handles, computed } = useHandles(pane, picture.revision, units);
  const drag = usePointDrag(pane, picture, units, found);
  const lines = useMemo(() => (found ? linesOf(text, found) : []), [text, found]);
  const pointOf = (pair: number) => text.slice(found?.pairs[pair]?.from, found?.pairs[pair]?.to);
  const sourceOf = (pairs: readonly number[]) =>
    pairs.length === 0 ? t('points.computed') : t('points.computedFrom', { points: format.list(pairs.map(pointOf)) });
  return (
    <div className="pointer-events-none absolute inset-0">
      {computed.map(({ index, at }, i) => (
        <span
          key={`computed ${index}`}
          data-testid={TEST_IDS.computedPoint}
          className="absolute size-3 -translate-1/2 rounded-full border border-dashed border-accent"
          style={{ left: `${100 * at.x}%`, top: `${100 * at.y}%` }}
        >
          {i === 0 && (
            <span className="absolute top-full left-1/2 mt-1 -translate-x-1/2 rounded border border-line bg-raised px-1.5 text-xs whitespace-nowrap">
              {sourceOf(found?.computed[index]?.pairs ?? [])}
            </span>
          )}
        </span>
      ))}
      {drag.held && <HandleKnob at={drag.held} label="" isHeld />}
      {handles.map(({ index, at }) => {
        const pair = found?.handles[index]?.pair ?? 0;
        return (
          <HandleKnob
            key={index}
            at={at}
            label={t('points.handle', { point: pointOf(pair), line: lines[pair] ?? 0 })}
            onGrab={(event) => drag.grab(index, event)}
            onNudge={(direction, isOnGrid) => drag.nudge(index, direction, isOnGrid)}
          />
        );
      })}
    </div>
  );
}
