'use client';

import { useTranslations } from 'use-intl';
import { usePanel } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** What is kept of renders, and how often it helped at this front since it started. */
export function Cache() {
  const t = useTranslations('admin');
  const { bytes, percent } = useFormat();
  const panel = usePanel('cache');
  const count = panel?.entries ?? 0;
  const uses = panel?.uses ?? {};
  const hits = (uses.memory ?? 0) + (uses.store ?? 0) + (uses.merged ?? 0);
  const asked = hits + (uses.miss ?? 0);
  const share = percent(asked === 0 ? undefined : hits / asked);
  const rows: [string, string][] = [
    [t('cache.stored'), t('cache.storedValue', { count, size: bytes(panel?.storeBytes) })],
    [t('cache.memory'), bytes(panel?.memoryBytes)],
    [t('cache.hits'), t('cache.hitsValue', { share, count: asked })],
  ];
  return (
    <Section
      id="cache"
      title={t('panels.cache')}
      tools={
        <AdminActionButton
          action="cache.clear"
          args={{}}
          question={t('cache.clearQuestion', { count })}
          done={t('cache.cleared')}
        >
          {t('cache.clear')}
        </AdminActionButton>
      }
      empty={panel ? undefined : t('cache.empty')}
    >
      <dl className="px-4 py-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="w-56 text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
