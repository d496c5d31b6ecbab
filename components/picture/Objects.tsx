'use client';

import { useCallback, useMemo, type RefObject } from 'react';
import { useTranslations } from 'use-intl';
import { TEST_IDS } from '@/components/lib/testIds';
import { textOf } from '@/components/model/draft';
import type { Picture } from '@/components/model/picture';
import { calledName, callsOf, objectsOfLines } from '@/components/model/pictureObjects';
import type { CallPlace, PictureObject } from '@/components/model/pictureObjects';
import MenuAtPoint from '@/components/ui/MenuAtPoint';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { ObjectWalk } from './ObjectWalk';
import { Outline } from './Outline';
import { usePointedObjects } from './usePointedObjects';

const NONE: readonly PictureObject[] = [];

interface ObjectsProps {
  readonly picture: Picture;
  readonly pane: RefObject<HTMLElement | null>;
}

/**
 * Over the picture: which line drew what. The pointer outlines an object and names its line, a click goes there, Tab
 * goes from call to call, and what the cursor's line draws is outlined. Only while the picture is that of the code: lines
 * of an earlier one may stand elsewhere by now.
 */
export default function Objects({ picture, pane }: ObjectsProps) {
  const t = useTranslations('picture');
  const workbench = useWorkbench();
  const isCurrent = usePlayground(({ revision }) => revision === picture.revision);
  const objects = (isCurrent && picture.objects) || NONE;
  const main = usePlayground(({ draft }) => draft.main);
  const text = usePlayground(({ draft }) => textOf(draft, draft.main));
  const ofCursor = useObjectsOfCursor(objects);
  const calls = useMemo(() => callsOf(objects), [objects]);
  const goTo = useCallback(
    ({ line, column }: CallPlace) => {
      workbench.editor.reveal({ file: main, line, column, endColumn: column });
      workbench.gateway.layout.announce(t('objects.wentTo', { line }));
    },
    [workbench, main, t],
  );
  const leftOut = (isCurrent && picture.objectsLeftOut) || 0;
  const tellWhy = useCallback(() => {
    if (leftOut > 0) workbench.gateway.layout.notify(t('objects.leftOut', { count: leftOut }));
  }, [workbench, leftOut, t]);
  const { hovered, choice, endChoice } = usePointedObjects(pane, objects, goTo, tellWhy);
  const titleOf = (place: CallPlace) => {
    const name = calledName(text, place);
    return name === undefined ? t('objects.line', { line: place.line }) : t('objects.call', { line: place.line, name });
  };

  return (
    <div className="pointer-events-none absolute inset-0" data-testid={TEST_IDS.objects}>
      {ofCursor.map((object, i) => (
        <Outline key={i} box={object} className="border-accent/50" />
      ))}
      {hovered && (
        <Outline box={hovered} className="border-accent" testId={TEST_IDS.hoveredObject}>
          {titleOf(hovered)}
        </Outline>
      )}
      {calls.length > 0 && <ObjectWalk calls={calls} titleOf={titleOf} goTo={goTo} />}
      {choice && (
        <MenuAtPoint
          label={t('objects.choose')}
          items={choice.among.map((object) => ({
            id: `${object.line}.${object.column}`,
            title: titleOf(object),
            run: () => goTo(object),
          }))}
          at={choice}
          onClose={endChoice}
        />
      )}
    </div>
  );
}

function useObjectsOfCursor(objects: readonly PictureObject[]): readonly PictureObject[] {
  const isOn = usePlayground(({ settings }) => settings.outlinesLine);
  const cursor = usePlayground((state) => (state.cursor?.file === state.draft.main ? state.cursor : undefined));
  return useMemo(
    () => (isOn && cursor ? objectsOfLines(objects, cursor.first, cursor.last) : NONE),
    [isOn, cursor, objects],
  );
}
