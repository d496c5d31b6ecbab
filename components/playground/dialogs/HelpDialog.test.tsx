// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';
import { WorkbenchProvider } from '@/components/workbench/context';
import { Workbench } from '@/components/workbench/workbench';
import { HelpDialog } from './HelpDialog';

function keysShown(userAgent: string, keyMap: 'default' | 'vim' = 'default'): string {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  const workbench = new Workbench({ code: '' }, false, undefined);
  workbench.gateway.choose({ keyMap });
  workbench.gateway.layout.openDialog('keys');
  renderInEnglish(
    <WorkbenchProvider value={workbench}>
      <HelpDialog />
    </WorkbenchProvider>,
  );
  return screen.getByRole('region', { name: 'Keyboard shortcuts' }).textContent;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the sheet of keys', () => {
  it('shows what is bound on a Mac', () => {
    const text = keysShown('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    for (const keys of ['⌘↩', '⌃⇧M', '⌥⌘[', '⌥2']) expect(text).toContain(keys);
    for (const keys of ['Ctrl', 'Alt+']) expect(text).not.toContain(keys);
  });

  it('shows what is bound elsewhere', () => {
    const text = keysShown('Mozilla/5.0 (X11; Linux x86_64)');
    for (const keys of ['Ctrl+Enter', 'Ctrl+M', 'Ctrl+Shift+[', 'Alt+2']) expect(text).toContain(keys);
  });

  it('leaves out the keys of the editor where another key map binds them', () => {
    expect(keysShown('Mozilla/5.0 (X11; Linux x86_64)', 'vim')).not.toContain('Toggle comment');
  });
});
