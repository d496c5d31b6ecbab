import type { Control } from '@/core/admin/control';
import { success } from '@/core/result';
import type { ControlStore } from './controlStore';
import { cannot, type ActionsAbout } from './adminAction';
import type { TokenStore } from './tokens';

/** The actions of the house: who may come, what every page is told, who may sign in here. */

interface SystemParts {
  readonly controls: ControlStore;
  readonly tokens: TokenStore;
  /** A token was revoked: whoever is signed in with it is not any more. */
  readonly onRevoked: (token: string) => void;
}

export function systemActions({
  controls,
  tokens,
  onRevoked,
}: SystemParts): ActionsAbout<'client' | 'announcement' | 'maintenance' | 'token'> {
  const blocked = (control: Control, name: string) => control.blocked.some((entry) => entry.who === name);
  return {
    'client.block': async ({ who: name }) => {
      const { before } = await controls.change((control) =>
        blocked(control, name)
          ? control
          : { ...control, blocked: [...control.blocked, { who: name, atMs: Date.now() }] },
      );
      return success({ what: name, before: blocked(before, name) ? 'blocked' : 'allowed', after: 'blocked' });
    },
    'client.allow': async ({ who: name }) => {
      const { before } = await controls.change((control) => ({
        ...control,
        blocked: control.blocked.filter((entry) => entry.who !== name),
      }));
      return success({ what: name, before: blocked(before, name) ? 'blocked' : 'allowed', after: 'allowed' });
    },
    'announcement.set': async ({ text: words }) => {
      const announcement = { text: words, atMs: Date.now() };
      const { before } = await controls.change((control) => ({ ...control, announcement }));
      return success({ what: 'the announcement', before: before.announcement?.text ?? '', after: words });
    },
    'announcement.clear': async () => {
      const { before } = await controls.change((control) => ({ ...control, announcement: undefined }));
      return success({ what: 'the announcement', before: before.announcement?.text ?? '', after: '' });
    },
    'maintenance.start': async ({ text: words }) => {
      const maintenance = { text: words, atMs: Date.now() };
      const { before } = await controls.change((control) => ({ ...control, maintenance }));
      return success({ what: 'maintenance', before: before.maintenance?.text ?? 'off', after: words });
    },
    'maintenance.end': async () => {
      const { before } = await controls.change((control) => ({ ...control, maintenance: undefined }));
      return success({ what: 'maintenance', before: before.maintenance?.text ?? 'off', after: 'off' });
    },
    'token.create': async ({ name, role }) => {
      const { id, token } = await tokens.create(name, role);
      return success({ what: `token ${id} (${name})`, after: role, shown: token });
    },
    'token.revoke': async ({ id }, by) => {
      if (id === by.token) return cannot('You are signed in with this token; revoke it from another.', 'own-token');
      const token = await tokens.find(id);
      if (!token || !(await tokens.revoke(id))) return cannot('There is no such token.', 'unknown-token');
      onRevoked(id);
      return success({ what: `token ${id} (${token.name})`, before: token.role, after: 'revoked' });
    },
  };
}
