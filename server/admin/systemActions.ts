import type { Control } from '@/core/admin/control';
import { success } from '@/core/result';
import type { ControlStore } from './controlStore';
import { cannot, type ActionsAbout } from './adminAction';
import type { Admin } from './sessions';
import type { SessionStore } from './sessionStore';
import type { TokenStore } from './tokens';

/** The actions of the house: who may come, what every page is told, who may sign in here. */

interface SystemParts {
  readonly controls: ControlStore;
  readonly tokens: TokenStore;
  readonly sessions: SessionStore;
  /** Those of whom this is true are not signed in any more. */
  readonly onEnded: (isGone: (admin: Admin) => boolean) => void;
}

export function systemActions({
  controls,
  tokens,
  sessions,
  onEnded,
}: SystemParts): ActionsAbout<'client' | 'announcement' | 'maintenance' | 'token' | 'session'> {
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
      return success({ what: `token ${id} (${name})`, before: 'none', after: role, shown: token });
    },
    'token.revoke': async ({ id }, by) => {
      if (id === by.token) return cannot('You are signed in with this token; revoke it from another.', 'own-token');
      const token = await tokens.find(id);
      if (!token || !(await tokens.revoke(id))) return cannot('There is no such token.', 'unknown-token');
      onEnded(({ token: own }) => own === id);
      return success({ what: `token ${id} (${token.name})`, before: token.role, after: 'revoked' });
    },
    'session.end': async ({ id }, by) => {
      if (id === by.session) return cannot('This is your own session; sign out instead.', 'own-session');
      const session = (await sessions.list()).find((one) => one.id === id);
      if (!session || !(await sessions.end(id))) return cannot('There is no such session.', 'unknown-session');
      onEnded(({ session: own }) => own === id);
      return success({
        what: `the session of ${session.name} at ${session.address}`,
        before: 'signed in',
        after: 'ended',
      });
    },
  };
}
