'use client';

import { useTranslations } from 'use-intl';

/** What came back from a request that was tried. */

export interface Received {
  /** 0 if nothing came. */
  readonly status: number;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** An address to show it from. */
  readonly picture?: string;
  readonly text?: string;
  readonly bytes: number;
}

export function TriedAnswer({ received }: { readonly received: Received }) {
  const t = useTranslations('site');
  const { status, milliseconds, headers, picture, text, bytes } = received;
  return (
    <section
      aria-label={t('api.response')}
      className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3"
    >
      <p role="status">
        <strong>{status === 0 ? t('api.noResponse') : status}</strong> {t('api.received', { bytes, milliseconds })}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 font-mono text-[12px] text-muted">
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
      {picture !== undefined && (
        <img src={picture} alt={t('api.image')} className="max-w-full self-start bg-paper p-3" />
      )}
      {text !== undefined && (
        <pre tabIndex={0} className="max-h-80 overflow-auto rounded bg-sunken p-2 font-mono text-[12px]">
          {text}
        </pre>
      )}
    </section>
  );
}
