import { memo } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { GraphTask } from './graphsApi';
import { NODE_WIDTH, TEXT_HEIGHT, type Box } from './layout';
import type { LiveGraph } from './liveGraph';
import { LOOKS, pictureOf, titleOf, toneOf, type Tone } from './taskStyle';

interface GraphNodeProps {
  readonly live: LiveGraph;
  readonly box: Box;
  readonly toneTexts: Readonly<Record<Tone, string>>;
  readonly isNear: boolean;
  readonly isChosen: boolean;
}

const MAX_TITLE_CHARACTERS = 20;
const PADDING = 8;

/** All that is drawn of a task. */
function drawnOf(task: GraphTask | undefined) {
  return task && { state: task.state, tone: toneOf(task), title: titleOf(task), picture: pictureOf(task) };
}

/** One task. Drawn again only when it would look different: of all that is told of a task, most is not drawn. */
export const GraphNode = memo(function GraphNode({ live, box, toneTexts, isNear, isChosen }: GraphNodeProps) {
  const task = useStore(
    live.store,
    useShallow(({ tasks }) => drawnOf(tasks.get(box.id))),
  );
  if (task === undefined) return null;
  const { state, tone, title, picture } = task;
  const { sign, color, percent } = LOOKS[tone];
  const shown = title.length > MAX_TITLE_CHARACTERS ? `${title.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : title;
  const pictureHeight = box.height - TEXT_HEIGHT;
  return (
    <g transform={`translate(${box.x} ${box.y})`} data-task={box.id} data-state={state} className="cursor-pointer">
      <rect
        width={NODE_WIDTH}
        height={box.height}
        rx={6}
        fill={isNear ? 'var(--surface)' : `color-mix(in srgb, ${color} ${percent}%, var(--surface))`}
      />
      {isNear && (
        <>
          <text x={PADDING} y={18} fontSize={13} fontWeight={500} fill="var(--text)">
            {shown}
          </text>
          <text x={PADDING} y={35} fontSize={12} fill={color}>
            {sign} {toneTexts[tone]}
          </text>
          {picture !== undefined && pictureHeight > 0 && (
            <>
              <rect
                x={PADDING / 2}
                y={TEXT_HEIGHT}
                width={NODE_WIDTH - PADDING}
                height={pictureHeight - PADDING / 2}
                rx={4}
                fill="var(--paper)"
              />
              <image
                href={picture}
                x={PADDING}
                y={TEXT_HEIGHT + 4}
                width={NODE_WIDTH - 2 * PADDING}
                height={pictureHeight - 12}
              />
            </>
          )}
        </>
      )}
      <rect
        width={NODE_WIDTH}
        height={box.height}
        rx={6}
        fill="none"
        stroke={color}
        strokeWidth={isChosen ? 4 : isNear ? 1.25 : 3}
      />
    </g>
  );
});
