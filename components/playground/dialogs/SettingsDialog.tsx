'use client';

import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { DURATION_CHOICES } from '@/components/workbench/actions/renderActions';
import { PlaygroundDialog } from './PlaygroundDialog';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { formatTitle } from '@/components/model/picture';
import { FONT_SIZES, GROUNDS, KEY_MAPS, PAGE_ENGINES, PAGE_FORMATS } from '@/components/model/settings';
import { THEMES, chooseTheme, currentTheme, parseTheme } from '@/components/lib/theme';
import { TEST_IDS } from '@/components/lib/testIds';
import { Choice } from '@/components/ui/Choice';
import { FIELD } from '@/components/ui/classes';
import { LANGUAGE_TAGS, LOCALE_NAMES, LOCALES, parseLocale } from '@/core/locale';

/** Called so in every language. */
const KEY_MAP_NAMES = { vim: 'Vim', emacs: 'Emacs' } as const;

/** `engines`: of TeX, that are installed. */
export function SettingsDialog({ engines }: { readonly engines: readonly string[] }) {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="settings" title={t('settings.title')}>
      <Settings engines={engines} />
    </PlaygroundDialog>
  );
}

/** Each language in its own words: whoever does not read the one on the screen finds theirs. */
function LanguageChoice() {
  const common = useTranslations('common');
  const workbench = useWorkbench();
  const locale = useLocale();
  return (
    <label className="flex min-h-8 items-center justify-between gap-4">
      {common('language')}
      <select
        className={`${FIELD} w-40`}
        value={locale}
        data-testid={TEST_IDS.language}
        onChange={({ target }) => void workbench.chooseLanguage(parseLocale(target.value) ?? locale)}
      >
        {LOCALES.map((value) => (
          <option key={value} value={value} lang={LANGUAGE_TAGS[value]}>
            {LOCALE_NAMES[value]}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className="flex min-h-8 items-center justify-between gap-4">
      {label}
      <input
        type="checkbox"
        className="size-5 accent-accent"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  );
}

function Settings({ engines }: { readonly engines: readonly string[] }) {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const settings = usePlayground((state) => state.settings);
  const [theme, setTheme] = useState(currentTheme);
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4">
      <LanguageChoice />
      <Choice
        label={t('settings.theme')}
        value={theme}
        options={THEMES.map((value) => ({ value, words: t(`settings.themes.${value}`) }))}
        onChoose={(value) => {
          chooseTheme(parseTheme(value));
          setTheme(parseTheme(value));
        }}
      />
      <Choice
        label={t('settings.fontSize')}
        value={settings.fontSize}
        options={FONT_SIZES.map((value) => ({ value, words: `${value} px` }))}
        onChoose={(fontSize) => gateway.choose({ fontSize })}
      />
      <Choice
        label={t('settings.keyMap')}
        value={settings.keyMap}
        options={KEY_MAPS.map((value) => ({
          value,
          words: value === 'default' ? t('settings.keyMapDefault') : KEY_MAP_NAMES[value],
        }))}
        onChoose={(keyMap) => gateway.choose({ keyMap })}
      />
      {settings.keyMap !== 'default' && <p className="text-muted">{t(`settings.keyMapNotes.${settings.keyMap}`)}</p>}
      <Choice
        label={t('settings.format')}
        value={settings.chosenFormat}
        options={[null, ...PAGE_FORMATS].map((value) => ({
          value,
          words: value === null ? t('settings.formatAuto') : formatTitle(value),
        }))}
        onChoose={(chosenFormat) => gateway.choose({ chosenFormat })}
      />
      <Choice
        label={t('settings.timeLimit')}
        value={settings.durationSeconds}
        options={DURATION_CHOICES.map((value) => ({
          value,
          words: value === null ? t('auto') : t('seconds', { seconds: value }),
        }))}
        onChoose={(durationSeconds) => gateway.choose({ durationSeconds })}
      />
      <Choice
        label={t('settings.engine')}
        value={settings.engine}
        options={[
          { value: null, words: t('auto') },
          ...PAGE_ENGINES.filter((value) => engines.includes(value)).map((value) => ({ value, words: value })),
        ]}
        onChoose={(engine) => gateway.choose({ engine })}
      />
      <Choice
        label={t('settings.background')}
        value={settings.ground}
        options={GROUNDS.map((value) => ({ value, words: t(`settings.backgrounds.${value}`) }))}
        onChoose={(ground) => gateway.choose({ ground })}
      />
      <Switch label={t('settings.live')} isOn={settings.isLive} onChange={(isLive) => gateway.choose({ isLive })} />
      <Switch
        label={t('settings.outlinesLine')}
        isOn={settings.outlinesLine}
        onChange={(outlinesLine) => gateway.choose({ outlinesLine })}
      />
      <p className="text-muted">{t('settings.saved')}</p>
    </div>
  );
}
