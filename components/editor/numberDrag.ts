import type { editor } from 'monaco-editor';
import { textOf } from '@/components/model/draft';
import { findSliders, withSlider, type Slider } from '@/components/model/slider';
import type { Workbench } from '@/components/workbench/workbench';

/** The number of a slider, dragged in the code itself: with Alt held down, to the right is more. */

const PIXELS_PER_STEP = 4;
const CURSOR = 'ew-resize';

/** Returns what ends it. */
export function attachNumberDrag(editor: editor.IStandaloneCodeEditor, workbench: Workbench): () => void {
  const node = editor.getContainerDomNode();
  const attached = new AbortController();
  const { signal } = attached;
  const options = { signal, capture: true } as const;

  const sliderAt = ({ altKey, clientX, clientY }: MouseEvent): Slider | undefined => {
    const position = altKey ? editor.getTargetAtClientPoint(clientX, clientY)?.position : undefined;
    const offset = position && editor.getModel()?.getOffsetAt(position);
    const { draft } = workbench.state;
    return offset === undefined || offset === null
      ? undefined
      : findSliders(textOf(draft, draft.active)).find(({ from, to }) => offset >= from && offset <= to);
  };

  const take = (down: PointerEvent) => {
    const slider = down.button === 0 ? sliderAt(down) : undefined;
    if (slider === undefined) return;
    const { draft } = workbench.state;
    const [name, code] = [draft.active, textOf(draft, draft.active)];
    const joined = workbench.editor.joinEdits();
    const dragged = new AbortController();
    const move = ({ clientX }: PointerEvent) => {
      const steps = Math.round((clientX - down.clientX) / PIXELS_PER_STEP);
      const value = Math.min(slider.max, Math.max(slider.min, slider.value + steps * slider.step));
      workbench.dragNumber(name, withSlider(code, slider, value));
    };
    const end = () => {
      dragged.abort();
      joined();
    };
    window.addEventListener('pointermove', move, { signal: dragged.signal });
    for (const kind of ['pointerup', 'pointercancel'] as const)
      window.addEventListener(kind, end, { signal: dragged.signal });
  };

  node.addEventListener('pointerdown', take, options);
  // The editor would put another cursor there.
  for (const kind of ['pointerdown', 'mousedown'] as const)
    node.addEventListener(kind, (event) => sliderAt(event) && event.stopPropagation(), options);
  const show = (event: PointerEvent) => {
    node.style.cursor = sliderAt(event) ? CURSOR : '';
    editor.updateOptions({ mouseStyle: sliderAt(event) ? 'default' : 'text' });
  };
  node.addEventListener('pointermove', show, { signal });
  return () => attached.abort();
}
