'use client';

import { useEffect, useState, type RefObject } from 'react';
import { objectsAt, type PictureObject } from '@/components/model/pictureObjects';

/** How far beside a thin line one may point, in CSS pixels. */
const REACH_PIXELS = 4;

/** Several objects that may be meant, the smallest first, and where in the window somebody clicked. */
export interface Choice {
  readonly among: readonly PictureObject[];
  readonly x: number;
  readonly y: number;
}

interface Pointing {
  readonly hovered: PictureObject | undefined;
  readonly choice: Choice | undefined;
  readonly endChoice: () => void;
}

/**
 * What the pointer is over, and what a click may mean. `goTo` is called where only one object can be meant, and `onMissed`
 * where none is known.
 */
export function usePointedObjects(
  pane: RefObject<HTMLElement | null>,
  objects: readonly PictureObject[],
  goTo: (object: PictureObject) => void,
  onMissed: () => void,
): Pointing {
  const [hovered, setHovered] = useState<PictureObject>();
  const [choice, setChoice] = useState<Choice>();

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    const under = ({ clientX, clientY }: MouseEvent): PictureObject[] => {
      const box = element.querySelector('[data-picture]')?.getBoundingClientRect();
      if (box === undefined) return [];
      const at = { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
      return objectsAt(objects, at, { x: REACH_PIXELS / box.width, y: REACH_PIXELS / box.height });
    };
    const hover = (event: PointerEvent) => setHovered(event.buttons === 0 ? under(event)[0] : undefined);
    const click = (event: MouseEvent) => {
      // A key pressed on a button, which knows itself what is meant.
      if (event.detail === 0) return;
      const among = under(event);
      const [smallest, ...others] = among;
      if (others.length > 0) setChoice({ among, x: event.clientX, y: event.clientY });
      else if (smallest !== undefined) goTo(smallest);
      else onMissed();
    };
    element.addEventListener('pointermove', hover, { signal });
    element.addEventListener('pointerleave', () => setHovered(undefined), { signal });
    // None comes after a drag: what moves the picture takes it away.
    element.addEventListener('click', click, { signal });
    return () => ended.abort();
  }, [pane, objects, goTo, onMissed]);

  // Those of a picture that is gone are not shown.
  const isThere = (object: PictureObject | undefined) => object !== undefined && objects.includes(object);
  return {
    hovered: isThere(hovered) ? hovered : undefined,
    choice: isThere(choice?.among[0]) ? choice : undefined,
    endChoice: () => setChoice(undefined),
  };
}
