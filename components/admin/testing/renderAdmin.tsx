import type { RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { ActAnswer } from '@/core/admin/actions';
import type { AdminRole } from '@/core/admin/roles';
import { AdminStore } from '@/components/admin/model/adminStore';
import { AdminContext, type AdminHandle } from '@/components/admin/parts/context';
import { renderInEnglish } from '@/components/lib/testing/renderInEnglish';

export interface AdminOnScreen extends RenderResult {
  readonly admin: AdminStore;
  /** What was sent, and what was asked. */
  readonly sent: { readonly action: string; readonly args: unknown }[];
  readonly asked: string[];
  readonly questions: { readonly question: string; readonly args: unknown }[];
}

interface AdminOptions {
  readonly role?: AdminRole;
  readonly answer?: ActAnswer;
  /** What a question is answered with. */
  readonly reply?: unknown;
  /** What whoever is asked says. */
  readonly consents?: boolean;
}

/** A part of the admin page, with these panels and a front that only writes down what it is told. */
export function renderAdmin(
  node: ReactNode,
  panels: Record<string, unknown>,
  { role = 'admin', answer = { ok: true }, reply, consents = true }: AdminOptions = {},
): AdminOnScreen {
  const admin = new AdminStore();
  admin.takeSnapshot({ panels, role, name: 'somebody', atMs: 0 }, 0);
  const sent: AdminOnScreen['sent'] = [];
  const asked: string[] = [];
  const questions: AdminOnScreen['questions'] = [];
  const send: AdminHandle['send'] = async (action, args) => {
    sent.push({ action, args });
    return answer;
  };
  const ask = (async (question: string, args: unknown) => {
    questions.push({ question, args });
    return reply === undefined ? { ok: false, error: 'no answer' } : { ok: true, reply };
  }) as AdminHandle['ask'];
  const page: AdminHandle = {
    store: admin.store,
    ask,
    send,
    act: send,
    say: (said) => admin.say(said),
    confirm: async (question) => {
      asked.push(question);
      return consents;
    },
  };
  const shown = renderInEnglish(<AdminContext value={page}>{node}</AdminContext>);
  return { ...shown, admin, sent, asked, questions };
}

/** The queue of a small service, as the leader publishes it. */
export const QUEUE = {
  atMs: 1,
  epoch: 1,
  leader: 'l',
  classes: {
    fast: { waiting: 2, running: 1, paused: false },
    slow: { waiting: 0, running: 0, paused: true },
  },
  inLanes: 0,
  levels: [{ name: 'fast', durationSeconds: 3, limit: '100%', inForce: 2, running: 1 }],
  shells: 0,
  backends: { 'w.0': { draining: false } },
  tasks: {},
  clients: { c: { inQueue: 1, inLane: 0, running: 0 } },
  tasksPerClient: 4,
  lost: [],
  unread: [],
  configuredLevels: '3:100%',
};
