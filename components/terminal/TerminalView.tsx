'use client';

import { after } from '@/components/lib/timers';
import { useEffect, useRef } from 'react';
import { browserTables } from '@/components/connection/browserTables';
import { knownNames } from '@/core/language/knownNames';
import { browserStorage } from '@/components/lib/browserStorage';
import { useWorkbench } from '@/components/workbench/context';
import { ShellSession, type ShellCondition } from './shellSession';
import { XtermScreen } from './xtermScreen';

interface TerminalViewProps {
  readonly language: string | undefined;
  readonly isShown: boolean;
  /** Undefined when it goes. */
  readonly onSession: (session: ShellSession | undefined) => void;
  readonly onOpened: () => void;
  readonly onChanged: (condition: ShellCondition) => void;
  readonly onSaid: (line: string) => void;
}

/** The terminal itself, with a session that begins and ends with it. */
export default function TerminalView({ language, isShown, onSession, onOpened, onChanged, onSaid }: TerminalViewProps) {
  const workbench = useWorkbench();
  const container = useRef<HTMLDivElement>(null);
  const screen = useRef<XtermScreen>(undefined);

  useEffect(() => {
    if (container.current === null) return;
    const own = new XtermScreen(container.current, workbench.state.settings.fontSize - 1, {
      typed: (data) => shell.type(data),
      resized: () => shell.resized(),
    });
    const shell: ShellSession = new ShellSession({
      open(handlers) {
        onOpened();
        return workbench.openShell(handlers);
      },
      screen: own,
      store: browserStorage('localStorage'),
      names: () => knownNames(workbench.state.draft, language === undefined ? undefined : browserTables(language)),
      after,
      result: (result) => workbench.gateway.showShellPicture(result),
      changed: onChanged,
      said: onSaid,
    });
    screen.current = own;
    onSession(shell);
    shell.start();
    return () => {
      onSession(undefined);
      screen.current = undefined;
      shell.close();
      own.dispose();
    };
  }, [workbench, language, onSession, onOpened, onChanged, onSaid]);

  useEffect(() => {
    // Who walks over the tabs by arrows stays on them.
    if (isShown && !document.activeElement?.matches('[role=tab]:focus-visible')) screen.current?.focus();
  }, [isShown]);

  return <div ref={container} className="absolute inset-x-3 inset-y-1" />;
}
