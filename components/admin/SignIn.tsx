'use client';

import { useState, type FormEvent } from 'react';
import { FIELD, OUTLINE_BUTTON } from '@/components/ui/classes';

/** The endpoint of the admin page. The token goes to the server once; what stays is a cookie that no script can read. */
export function SignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    setBusy(true);
    setError(undefined);
    try {
      const answer = await fetch('/api/admin/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      });
      if (answer.ok) return onSignedIn();
      setError(((await answer.json()) as { error?: string }).error ?? 'The server refused the request.');
    } catch {
      setError('The server isn’t responding.');
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="mx-auto max-w-md px-6 py-16">
      <h1 className="text-2xl font-semibold">Admin</h1>
      <p className="mt-2 text-muted">Sign in with a token. The first one was printed when the server first started.</p>
      <form className="mt-6 flex flex-col gap-3" onSubmit={(event) => void submit(event)}>
        <label htmlFor="token" className="font-semibold">
          Token
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
        <button type="submit" className={`${OUTLINE_BUTTON} h-9 self-start`} disabled={isBusy}>
          Sign in
        </button>
      </form>
    </main>
  );
}
