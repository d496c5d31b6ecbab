import { z } from 'zod';
import type { Control } from '@/core/admin/control';
import { ADMIN_ROLES } from '@/core/admin/roles';
import { success } from '@/core/result';
import type { ControlStore } from './controlStore';
import { adminAction, cannot, type AdminActions } from './adminAction';
import type { TokenStore } from './tokens';

/** The actions of the house: who may come, what every page is told, who may sign in here. */

const MAX_TEXT = 500;
const text = z.object({ text: z.string().trim().min(1, 'needs some words').max(MAX_TEXT) });
const who = z.object({ who: z.string().trim().min(1, 'needs a client or an address').max(256) });

export interface SystemParts {
  readonly controls: ControlStore;
  readonly tokens: TokenStore;
  /** A token was revoked: whoever is signed in with it is not any more. */
  readonly onRevoked: (token: string) => void;
}

export function systemActions({ controls, tokens, onRevoked }: SystemParts): AdminActions {
  const blocked = (control: Control, name: string) => control.blocked.some((entry) => entry.who === name);
  return {
    'client.block': adminAction('operator', who, async ({ who: name }) => {
      const { before } = await controls.change((control) =>
        blocked(control, name)
          ? control
          : { ...control, blocked: [...control.blocked, { who: name, atMs: Date.now() }] },
      );
      return success({ what: name, before: blocked(before, name) ? 'blocked' : 'allowed', after: 'blocked' });
    }),
    'client.allow': adminAction('operator', who, async ({ who: name }) => {
      const { before } = await controls.change((control) => ({
        ...control,
        blocked: control.blocked.filter((entry) => entry.who !== name),
      }));
      return success({ what: name, before: blocked(before, name) ? 'blocked' : 'allowed', after: 'allowed' });
    }),
    'announcement.set': adminAction('operator', text, async ({ text: words }) => {
      const announcement = { text: words, atMs: Date.now() };
      const { before } = await controls.change((control) => ({ ...control, announcement }));
      return success({ what: 'the announcement', before: before.announcement?.text ?? '', after: words });
    }),
    'announcement.clear': adminAction('operator', z.object({}), async () => {
      const { before } = await controls.change((control) => ({ ...control, announcement: undefined }));
      return success({ what: 'the announcement', before: before.announcement?.text ?? '', after: '' });
    }),
    'maintenance.start': adminAction('admin', text, async ({ text: words }) => {
      const maintenance = { text: words, atMs: Date.now() };
      const { before } = await controls.change((control) => ({ ...control, maintenance }));
      return success({ what: 'maintenance', before: before.maintenance?.text ?? 'off', after: words });
    }),
    'maintenance.end': adminAction('admin', z.object({}), async () => {
      const { before } = await controls.change((control) => ({ ...control, maintenance: undefined }));
      return success({ what: 'maintenance', before: before.maintenance?.text ?? 'off', after: 'off' });
    }),
    'token.create': adminAction(
      'admin',
      z.object({ name: z.string().trim().min(1, 'needs a name').max(64), role: z.enum(ADMIN_ROLES) }),
      async ({ name, role }) => {
        const { id, token } = await tokens.create(name, role);
        return success({ what: `token ${id} (${name})`, after: role, shown: token });
      },
    ),
    'token.revoke': adminAction('admin', z.object({ id: z.string().min(1).max(64) }), async ({ id }, by) => {
      if (id === by.token) return cannot('You are signed in with this token; revoke it from another.', 'own-token');
      const token = await tokens.find(id);
      if (!token || !(await tokens.revoke(id))) return cannot('There is no such token.', 'unknown-token');
      onRevoked(id);
      return success({ what: `token ${id} (${token.name})`, before: token.role, after: 'revoked' });
    }),
  };
}
