'use client';

import { formatKeys } from '@/components/actions/keys';
import { useIsMac } from '@/components/actions/platform';
import { ACTIONS, EDITOR_KEYS } from '@/components/actions/registry';
import { Dialog } from '@/components/dialogs/Dialog';

const KEYS = [
  ...ACTIONS.flatMap(({ title, keys = [] }) => keys.map((combination) => ({ title, keys: combination }))),
  ...EDITOR_KEYS,
];

/** The sheet of keys, made from the list of actions. */
export function KeysDialog() {
  const isMac = useIsMac();
  return (
    <Dialog name="keys" title="Keys">
      <div className="overflow-auto p-4">
        <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
          {KEYS.map(({ title, keys }) => (
            <div key={keys} className="contents">
              <dt>{title}</dt>
              <dd>
                <kbd className="rounded border border-line bg-background px-1.5 py-0.5 text-xs">
                  {formatKeys(keys, isMac)}
                </kbd>
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-4 text-muted">
          In the editor Tab indents. Press {formatKeys('Mod+M', isMac)} there to let Tab move on, or Alt+2 to go
          straight to the picture. The wheel zooms the picture, dragging moves it, a double click fits it.
        </p>
      </div>
    </Dialog>
  );
}
