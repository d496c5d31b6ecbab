'use client';

import { useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { FIELD } from '@/components/ui/classes';
import { useCodes } from './useCodes';

interface TokenFormProps<Role extends string> {
  /** The first one is chosen at the beginning. */
  readonly roles: readonly [Role, ...Role[]];
  readonly testId: string;
  /** The button that makes it. */
  readonly children: (args: { name: string; role: Role }, onShown: (token: string) => void) => ReactNode;
}

/** Makes a token for somebody, which is shown once. */
export function TokenForm<Role extends string>({ roles, testId, children }: TokenFormProps<Role>) {
  const t = useTranslations('admin');
  const say = useCodes();
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>(roles[0]);
  const [shown, setShown] = useState<string>();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
      <label className="flex items-center gap-2">
        {t('tokens.name')}
        <input
          className={`${FIELD} w-40`}
          value={name}
          maxLength={ADMIN_LIMITS.maxTokenName}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="flex items-center gap-2">
        {t('tokens.role')}
        <select
          className={FIELD}
          value={role}
          onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? roles[0])}
        >
          {roles.map((one) => (
            <option key={one} value={one}>
              {say('role', one)}
            </option>
          ))}
        </select>
      </label>
      {children({ name, role }, setShown)}
      {shown !== undefined && (
        <code className="w-full rounded-md bg-sunken px-3 py-2 font-mono break-all" data-testid={testId}>
          {shown}
        </code>
      )}
    </div>
  );
}
