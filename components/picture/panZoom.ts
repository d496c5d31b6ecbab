import { shownPicture } from '@/components/model/state';
import type { Steering } from '@/components/lib/steering';
import { UNKNOWN_SIZE } from '@/components/model/picture';
import { FIT, MAX_SCALE, MIN_SCALE, ZOOM_STEP, moved, placed, zoomedAt } from '@/components/model/view';
import type { Workbench } from '@/components/workbench/workbench';

/** How the picture is moved and zoomed: by pointers and the wheel, by keys, and by a double click, which fits it. */

function place({ gateway, paneSize }: Workbench) {
  return placed(gateway.state.view, shownPicture(gateway.state)?.size ?? UNKNOWN_SIZE, paneSize);
}

/** Returns what detaches it. What follows the pointers comes when the page is alive. */
export function attachPicture(pane: HTMLElement, workbench: Workbench): () => void {
  const { gateway } = workbench;
  const ended = new AbortController();
  const observer = new ResizeObserver(() => {
    workbench.paneSize = { width: pane.clientWidth, height: pane.clientHeight };
  });
  observer.observe(pane);
  pane.addEventListener('dblclick', () => gateway.picture.look(FIT), { signal: ended.signal });
  // Where it cannot be loaded, the buttons and keys still work.
  import('@/components/ui/panZoom').then(
    ({ attachPanZoom }) => {
      if (ended.signal.aborted) return;
      const detach = attachPanZoom(pane, {
        minScale: MIN_SCALE,
        maxScale: MAX_SCALE,
        step: ZOOM_STEP,
        place: () => place(workbench),
        look: (view) => gateway.picture.look({ kind: 'free', ...view }),
      });
      ended.signal.addEventListener('abort', detach);
    },
    () => undefined,
  );
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

export function pictureSteering(workbench: Workbench): Steering {
  const { gateway } = workbench;
  return {
    move: (by) => gateway.picture.look(moved(place(workbench), by)),
    zoom: (factor) => gateway.picture.look(zoomedAt(place(workbench), factor)),
    fit: () => gateway.picture.look(FIT),
  };
}
