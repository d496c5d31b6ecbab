'use client';

import { formatKeys } from '@/components/lib/keys';
import { useIsMac } from '@/components/lib/platform';
import { ACTIONS, EDITOR_KEYS, TAB_LEAVES, editorKeys } from '@/components/workbench/actions/registry';
import { PlaygroundDialog } from './PlaygroundDialog';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { startTutorial } from '@/components/workbench/tutorial';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { CHEAT_SHEET } from './cheatSheet';

const ACTION_KEYS = ACTIONS.flatMap(({ title, keys = [] }) => (keys.length === 0 ? [] : [{ title, keys }]));

/** The keys, made from the list of actions, and the language in one minute. */
export function HelpDialog() {
  return (
    <PlaygroundDialog name="keys" title="Help and shortcuts" className="w-[min(56rem,calc(100vw-2rem))]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 overflow-auto p-4 md:grid-cols-2">
        <FirstSteps />
        <Keys />
        <CheatSheet />
      </div>
    </PlaygroundDialog>
  );
}

function FirstSteps() {
  const workbench = useWorkbench();
  return (
    <section aria-label="Getting started" className="flex flex-wrap items-center gap-x-4 gap-y-2 md:col-span-2">
      <button
        type="button"
        className={OUTLINE_BUTTON}
        onClick={() => {
          workbench.gateway.openDialog(undefined);
          void startTutorial(workbench);
        }}
      >
        Start tutorial
      </button>
      <a href="/gallery" className="text-accent underline">
        All examples
      </a>
      <a href="/packages" className="text-accent underline">
        TeX packages and fonts
      </a>
      <a href="/api-docs" className="text-accent underline">
        HTTP API
      </a>
    </section>
  );
}

function Keys() {
  const isMac = useIsMac();
  const keyMap = usePlayground(({ settings }) => settings.keyMap);
  // Another key map binds others in the editor, and its own documentation tells them.
  const ofEditor = keyMap === 'default' ? EDITOR_KEYS : [];
  const all = [...ACTION_KEYS, ...ofEditor.map((one) => ({ title: one.title, keys: [editorKeys(one, isMac)] }))];
  return (
    <section aria-label="Keyboard shortcuts">
      <h3 className="mb-2 font-semibold">Keyboard shortcuts</h3>
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        {all.map(({ title, keys }) => (
          <div key={title} className="contents">
            <dt>{title}</dt>
            <dd className="flex gap-1">
              {keys.map((combination) => (
                <kbd
                  key={combination}
                  className="rounded border border-line bg-background px-1.5 py-0.5 text-xs whitespace-nowrap"
                >
                  {formatKeys(combination, isMac)}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted">
        In the editor, Tab indents. Press {formatKeys(editorKeys(TAB_LEAVES, isMac), isMac)} to make Tab move focus, or{' '}
        {formatKeys('Alt+2', isMac)} to jump to the picture. Scroll to zoom the picture, drag to pan, double-click to
        fit.
      </p>
    </section>
  );
}

function CheatSheet() {
  const workbench = useWorkbench();
  return (
    <section aria-label="Asymptote in one minute">
      <h3 className="mb-2 font-semibold">Asymptote in one minute</h3>
      <ul className="flex flex-col gap-2">
        {CHEAT_SHEET.map(({ title, code }) => (
          <li key={title} className="rounded-md border border-line bg-surface">
            <div className="flex items-center justify-between pt-1 pr-1 pl-3 text-xs text-muted">
              {title}
              <button
                type="button"
                className={`${OUTLINE_BUTTON} h-6 text-xs`}
                aria-label={`Insert: ${title}`}
                onClick={() => {
                  workbench.gateway.openDialog(undefined);
                  workbench.insert(code);
                }}
              >
                Insert
              </button>
            </div>
            <pre className="overflow-x-auto px-3 pb-2 font-mono text-xs leading-5" tabIndex={0}>
              {code}
            </pre>
          </li>
        ))}
      </ul>
    </section>
  );
}
