import { useEffect, useState } from 'react';
import { useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { FRAME_MS, nextValue } from '@/components/model/movie';
import { findSliders, withSlider } from '@/components/model/slider';
import { isLiveNow, isRenderDue } from '@/components/model/state';

/**
 * Plays one slider of a file at a time: it goes on to its next value when what was written last has been drawn, or could
 * not be, and a frame's time has passed. All of it is undone at once. It stops when its slider or its file is gone.
 */
export function useSliderPlay(file: string): { playing: string | undefined; toggle: (name: string) => void } {
  const workbench = useWorkbench();
  const [played, setPlayed] = useState<{ readonly file: string; readonly name: string }>();
  const playing = played?.file === file ? played.name : undefined;
  useEffect(() => {
    if (playing === undefined) return undefined;
    const { gateway, editor } = workbench;
    const joinEnd = editor.joinEdits();
    const timer = setInterval(() => {
      const { state } = gateway;
      const isWaiting = state.run.phase !== 'idle' || (isLiveNow(state) && isRenderDue(state));
      if (isWaiting) return;
      const code = textOf(state.draft, file);
      const slider = findSliders(code).find(({ name }) => name === playing);
      if (slider === undefined) return setPlayed(undefined);
      gateway.draft.editText(file, withSlider(code, slider, nextValue(slider)));
      if (!isLiveNow(gateway.state)) workbench.run();
    }, FRAME_MS);
    return () => {
      clearInterval(timer);
      joinEnd();
    };
  }, [playing, file, workbench]);
  return { playing, toggle: (name) => setPlayed(name === playing ? undefined : { file, name }) };
}
