'use client';

import { useTranslations } from 'use-intl';
import { SEVERE_ALARMS } from '@/core/admin/reason';
import type { DeliveryRow, Webhook } from '@/core/admin/webhook';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';
import { WebhookForm } from '@/components/admin/parts/WebhookForm';
import { Truncated } from '@/components/ui/Truncated';

/** Who is told of alarms outside, and what became of the messages. */
export function Webhooks() {
  const t = useTranslations('admin');
  const { limit } = useFormat();
  const hooks = Object.values(usePart('webhooks', (panel) => panel.hooks) ?? {});
  const columns: Column<Webhook>[] = [
    { title: t('webhooks.url'), cell: ({ url }) => <Address url={url} /> },
    {
      title: t('columns.what'),
      cell: ({ severeOnly }) => (severeOnly ? t('webhooks.severeOnly') : t('webhooks.all')),
    },
    { title: t('webhooks.after'), cell: ({ afterSeconds }) => limit(afterSeconds), isNumber: true },
    { title: t('webhooks.pause'), cell: ({ pauseSeconds }) => limit(pauseSeconds), isNumber: true },
    { title: t('webhooks.maxWait'), cell: ({ maxWaitSeconds }) => limit(maxWaitSeconds), isNumber: true },
    { title: t('webhooks.maxFailed'), cell: ({ maxFailedPercent }) => `${maxFailedPercent} %`, isNumber: true },
    { title: t('columns.action'), cell: (hook) => <HookActions hook={hook} /> },
  ];
  return (
    <Section id="webhooks" title={t('panels.webhooks')}>
      {hooks.length === 0 ? (
        <p className="px-4 py-3 text-muted">{t('webhooks.empty')}</p>
      ) : (
        <DataTable label={t('panels.webhooks')} columns={columns} rows={hooks} keyOf={({ id }) => id} />
      )}
      <WebhookForm />
      <Deliveries />
    </Section>
  );
}

function HookActions({ hook: { id, url } }: { readonly hook: Webhook }) {
  const t = useTranslations('admin');
  return (
    <span className="flex gap-1">
      <AdminActionButton
        action="webhook.test"
        args={{ id }}
        done={t('webhooks.tested')}
        label={t('webhooks.testOne', { url })}
      >
        {t('webhooks.test')}
      </AdminActionButton>
      <AdminActionButton
        action="webhook.remove"
        args={{ id }}
        question={t('webhooks.removeQuestion', { url })}
        done={t('webhooks.removed')}
        label={t('webhooks.removeOne', { url })}
      >
        {t('webhooks.remove')}
      </AdminActionButton>
    </span>
  );
}

function Deliveries() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock, number } = useFormat();
  const rows = usePart('webhooks', (panel) => panel.deliveries) ?? [];
  const columns: Column<DeliveryRow>[] = [
    { title: t('columns.sent'), cell: ({ atMs }) => dateAndClock(atMs) },
    { title: t('webhooks.url'), cell: ({ url }) => <Address url={url} /> },
    {
      title: t('columns.what'),
      cell: ({ event, code }) => (
        <>
          {say('delivery', event)}{' '}
          {event !== 'test' && (
            <span className={`font-mono ${SEVERE_ALARMS.has(code) ? 'text-error' : ''}`}>{code}</span>
          )}
        </>
      ),
    },
    {
      title: t('columns.state'),
      cell: ({ state }) => <b className={STATE_COLORS[state]}>{say('delivery', state)}</b>,
    },
    { title: t('webhooks.attempts'), cell: ({ attempts }) => number(attempts), isNumber: true },
    { title: t('webhooks.answer'), cell: ({ answer }) => answer ?? '' },
  ];
  return (
    <div className="border-t border-line" data-testid="deliveries">
      {rows.length === 0 ? (
        <p className="px-4 py-3 text-muted">{t('webhooks.noDeliveries')}</p>
      ) : (
        <DataTable label={t('webhooks.deliveries')} columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </div>
  );
}

const STATE_COLORS = { waiting: 'text-accent', sent: 'text-ok', failed: 'text-error' } as const;

function Address({ url }: { readonly url: string }) {
  return <Truncated text={url} className="max-w-sm font-mono" />;
}
