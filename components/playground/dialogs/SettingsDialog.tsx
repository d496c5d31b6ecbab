'use client';

import { useState } from 'react';
import { DURATION_CHOICES } from '@/components/workbench/actions/renderActions';
import { PlaygroundDialog } from './PlaygroundDialog';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { FONT_SIZES, GROUNDS, KEY_MAPS, PAGE_ENGINES, PAGE_FORMATS } from '@/components/model/settings';
import { THEMES, chooseTheme, currentTheme, parseTheme } from '@/components/lib/theme';
import { Choice } from '@/components/ui/Choice';

const THEME_TEXT = { system: 'System', light: 'Light', dark: 'Dark' } as const;
const KEY_MAP_TEXT = { default: 'Default', vim: 'Vim', emacs: 'Emacs' } as const;
const GROUND_TEXT = { paper: 'White', checker: 'Checkerboard', dark: 'Dark' } as const;

/** What the key map takes from the page's own keys, and the way around. */
const KEY_MAP_NOTES = {
  vim: 'In the editor, Escape belongs to Vim; stop a render with the Run button. Other shortcuts work as usual.',
  emacs: 'In the editor, Ctrl+K and Ctrl+S belong to Emacs. F1 opens the commands, F8 goes to the next problem.',
} as const;

/** `engines`: of TeX, that are installed. */
export function SettingsDialog({ engines }: { readonly engines: readonly string[] }) {
  return (
    <PlaygroundDialog name="settings" title="Settings">
      <Settings engines={engines} />
    </PlaygroundDialog>
  );
}

function Settings({ engines }: { readonly engines: readonly string[] }) {
  const { gateway } = useWorkbench();
  const settings = usePlayground((state) => state.settings);
  const [theme, setTheme] = useState(currentTheme);
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4">
      <Choice
        label="Theme"
        value={theme}
        options={THEMES.map((value) => ({ value, words: THEME_TEXT[value] }))}
        onChoose={(value) => {
          chooseTheme(parseTheme(value));
          setTheme(parseTheme(value));
        }}
      />
      <Choice
        label="Font size"
        value={settings.fontSize}
        options={FONT_SIZES.map((value) => ({ value, words: `${value} px` }))}
        onChoose={(fontSize) => gateway.choose({ fontSize })}
      />
      <Choice
        label="Key bindings"
        value={settings.keyMap}
        options={KEY_MAPS.map((value) => ({ value, words: KEY_MAP_TEXT[value] }))}
        onChoose={(keyMap) => gateway.choose({ keyMap })}
      />
      {settings.keyMap !== 'default' && <p className="text-muted">{KEY_MAP_NOTES[settings.keyMap]}</p>}
      <Choice
        label="Format"
        value={settings.format}
        options={PAGE_FORMATS.map((value) => ({ value, words: value.toUpperCase() }))}
        onChoose={(format) => gateway.choose({ format })}
      />
      <Choice
        label="Time limit"
        value={settings.durationSeconds}
        options={DURATION_CHOICES.map((value) => ({ value, words: value === null ? 'Auto' : `${value} s` }))}
        onChoose={(durationSeconds) => gateway.choose({ durationSeconds })}
      />
      <Choice
        label="TeX engine"
        value={settings.engine}
        options={[
          { value: null, words: 'Auto' },
          ...PAGE_ENGINES.filter((value) => engines.includes(value)).map((value) => ({ value, words: value })),
        ]}
        onChoose={(engine) => gateway.choose({ engine })}
      />
      <Choice
        label="Background"
        value={settings.ground}
        options={GROUNDS.map((value) => ({ value, words: GROUND_TEXT[value] }))}
        onChoose={(ground) => gateway.choose({ ground })}
      />
      <label className="flex min-h-8 items-center justify-between gap-4">
        Live preview: render as you type
        <input
          type="checkbox"
          className="size-5 accent-accent"
          checked={settings.isLive}
          onChange={({ target }) => gateway.choose({ isLive: target.checked })}
        />
      </label>
      <p className="text-muted">Saved in this browser.</p>
    </div>
  );
}
