import type { Control } from './control';
import type { ControlChange } from './leaderQuestion';

/** What administrators have set, with one thing more: for what is done, and for what would be. */
export function applyChange(control: Control, change: ControlChange): Control {
  switch (change.set) {
    case 'levels':
      return { ...control, levels: change.levels };
    case 'pause':
      return { ...control, paused: [...new Set([...control.paused, change.class])] };
    case 'resume':
      return { ...control, paused: control.paused.filter((name) => name !== change.class) };
    case 'drain':
      return { ...control, draining: [...new Set([...control.draining, change.backend])] };
  }
}
