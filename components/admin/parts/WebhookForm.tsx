'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { webhookSettings, type WebhookSettings } from '@/core/admin/webhook';
import { FIELD } from '@/components/ui/classes';
import { AdminActionButton } from './ActionButton';

const NUMBERS = [
  ['afterSeconds', 'after', ADMIN_LIMITS.maxPauseSeconds],
  ['pauseSeconds', 'pause', ADMIN_LIMITS.maxPauseSeconds],
  ['maxWaitSeconds', 'maxWait', ADMIN_LIMITS.maxThresholdSeconds],
  ['maxFailedPercent', 'maxFailed', 100],
] as const;

const USUAL: WebhookSettings = { ...webhookSettings.parse({ url: 'http://localhost/' }), url: '' };

/** Adds a webhook; what signs its messages is shown once. */
export function WebhookForm() {
  const t = useTranslations('admin');
  const [settings, setSettings] = useState(USUAL);
  const [secret, setSecret] = useState<string>();
  const set = (change: Partial<WebhookSettings>) => setSettings((before) => ({ ...before, ...change }));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2">
      <label className="flex w-full items-center gap-2">
        {t('webhooks.url')}
        <input
          type="url"
          className={`${FIELD} w-full max-w-xl font-mono`}
          value={settings.url}
          maxLength={ADMIN_LIMITS.maxUrl}
          onChange={(event) => set({ url: event.target.value })}
        />
      </label>
      {NUMBERS.map(([name, label, most]) => (
        <label key={name} className="flex items-center gap-2">
          {t(`webhooks.${label}`)}
          <input
            type="number"
            min={0}
            max={most}
            className={`${FIELD} w-20`}
            value={settings[name]}
            onChange={(event) => set({ [name]: Number(event.target.value) })}
          />
        </label>
      ))}
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={settings.severeOnly}
          onChange={(event) => set({ severeOnly: event.target.checked })}
        />
        {t('webhooks.severeOnly')}
      </label>
      <AdminActionButton action="webhook.add" args={settings} done={t('webhooks.added')} onShown={setSecret}>
        {t('webhooks.add')}
      </AdminActionButton>
      {secret !== undefined && (
        <code className="w-full rounded-md bg-sunken px-3 py-2 font-mono break-all" data-testid="webhook-secret">
          {secret}
        </code>
      )}
    </div>
  );
}
