import { translatorOf } from '@/components/lib/translator';
import type { Workbench } from '@/components/workbench/workbench';
import type { Action } from './action';

/** Does it, or says why not. */
export function perform(action: Action, workbench: Workbench): void {
  const reason = action.whyNot?.(workbench.state, translatorOf('workbench'));
  if (reason === undefined) action.run(workbench);
  else workbench.gateway.layout.notify(reason);
}
