'use client';

import { useState, type FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { FIELD, PRIMARY_BUTTON } from '@/components/ui/classes';
import { at } from '@/core/basePath';

/** The endpoint of the admin page. The token goes to the server once; what stays is a cookie that no script can read. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const t = useTranslations('admin');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    setBusy(true);
    setError(undefined);
    try {
      const answer = await fetch(at('/api/admin/session'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (answer.ok) return onSignedIn();
      const seconds = Number(answer.headers.get('retry-after'));
      if (answer.status === 401) setError(t('signIn.unknownToken'));
      else if (answer.status === 429) setError(t('signIn.tooManyGuesses', { seconds }));
      else setError(t('signIn.refused'));
    } catch {
      setError(t('signIn.noAnswer'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="mx-auto max-w-md px-6 py-16">
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-2 text-muted">{t('signIn.hint')}</p>
      <form className="mt-6 flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <label htmlFor="token" className="font-semibold">
          {t('signIn.token')}
        </label>
        <input
          id="token"
          name="token"
          type="password"
          autoComplete="current-password"
          required
          className={`${FIELD} h-9 font-mono`}
          aria-describedby={error === undefined ? undefined : 'sign-in-error'}
        />
        <p id="sign-in-error" role="alert" className="min-h-5 text-error">
          {error}
        </p>
        <button type="submit" className={`${PRIMARY_BUTTON} h-9 self-start`} disabled={isBusy}>
          {t('signIn.submit')}
        </button>
      </form>
    </main>
  );
}
