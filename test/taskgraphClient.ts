import type { EventDocument, ExecutionInfoDocument, TaskDocument } from '@/core/taskgraph/documentSchema';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnswerCheck } from './answerCheck';
import type { Role } from '@/core/taskgraph/serviceSchema';

/** A plain client of /api/v1, as anybody could write one. It throws at an answer that openapi.json does not describe. */

export interface Answer<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

export interface Problem {
  readonly type: string;
  readonly detail: string;
  readonly errors?: { readonly field: string }[];
  readonly path?: string[];
}

export interface Claimed extends TaskDocument {
  readonly token: string;
  readonly lease_until: string;
}

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

/** How often a client that is told to come again does so. */
const PATIENCE = 5;

export const WORK = { command: { external: { run: 'something' } } };

export class TaskGraphClient {
  constructor(
    readonly url: string,
    private readonly headers: Readonly<Record<string, string>> = {},
    /** Not where time is measured. */
    private readonly isChecking = true,
  ) {}

  static withToken(url: string, token: string, isChecking = true): TaskGraphClient {
    return new TaskGraphClient(url, { authorization: `Bearer ${token}` }, isChecking);
  }

  /** Another one, with a token of its own; the caller must be an admin. */
  async newClient(role: Role, more: object = {}): Promise<TaskGraphClient> {
    const made = await this.post<{ token: string }>('/tokens', { name: `test ${role}`, role, ...more });
    return TaskGraphClient.withToken(this.url, good(made, 201).token, this.isChecking);
  }

  async send<T = unknown>(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> {
    const check = this.isChecking ? await AnswerCheck.of(this.url) : undefined;
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const ask = () =>
      fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: { ...this.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
      });
    let response = await ask();
    // On a busy machine Redis may be silent for a moment while it writes a large graph; clients are told to come again.
    for (let i = 0; this.isChecking && response.status === 503 && i < PATIENCE; i += 1) {
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000);
      response = await ask();
    }
    const text = await response.text();
    const { status, headers: told } = response;
    const type = told.get('content-type');
    const answered: unknown = type?.includes('json') === true ? JSON.parse(text) : text;
    check?.check(method, path, status, type, answered);
    return { status, headers: told, body: answered as T };
  }

  get<T = unknown>(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer<T>> {
    return this.send<T>('GET', path, undefined, headers);
  }

  post<T = unknown>(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer<T>> {
    return this.send<T>('POST', path, body, headers);
  }

  patch<T = TaskDocument>(id: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', `/tasks/${id}`, body);
  }

  async task(body: unknown): Promise<TaskDocument> {
    return good(await this.post<TaskDocument>('/tasks', body), 201);
  }

  /** Its tasks by local name. */
  async graph(tasks: Record<string, unknown>, hold = false): Promise<Record<string, TaskDocument>> {
    return good(await this.post<{ tasks: Record<string, TaskDocument> }>('/tasks', { tasks, hold }), 201).tasks;
  }

  async read(id: string): Promise<TaskDocument> {
    return good(await this.get<TaskDocument>(`/tasks/${id}`));
  }

  async state(id: string): Promise<string> {
    return (await this.read(id)).state;
  }

  async history(id: string): Promise<ExecutionInfoDocument[]> {
    return good(await this.get<Page<ExecutionInfoDocument>>(`/tasks/${id}/current_history`)).items;
  }

  async claim(body: unknown = {}): Promise<Claimed[]> {
    return good(await this.post<{ tasks: Claimed[] }>('/tasks/claim', body)).tasks;
  }

  claimOne(id: string, worker = 'w'): Promise<Answer<Claimed>> {
    return this.patch<Claimed>(id, { state: 'running', execution_info: { worker } });
  }

  report(id: string, token: string, exit_status: string, state = 'terminated') {
    return this.patch(id, { state, token, execution_info: { exit_status } });
  }

  /** Claims this very task and ends it. */
  async run(id: string, exitStatus = 'success'): Promise<TaskDocument> {
    const { token } = good(await this.claimOne(id));
    return good(await this.report(id, token, exitStatus));
  }

  /** Events until `enough` says so, or the stream ends. */
  async events(
    query: string,
    enough: (events: readonly EventDocument[]) => boolean,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventDocument[]> {
    const stop = new AbortController();
    const response = await fetch(`${this.url}/api/v1/events${query}`, {
      headers: { ...this.headers, accept: 'text/event-stream', ...headers },
      signal: stop.signal,
    });
    const events: EventDocument[] = [];
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += new TextDecoder().decode(chunk as Uint8Array);
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data !== undefined && !block.includes('event: ')) events.push(JSON.parse(data) as EventDocument);
      }
      if (enough(events)) break;
    }
    stop.abort();
    return events;
  }
}

export function good<T>(answer: Answer<T>, status = 200): T {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The code of a problem, or the status of a success. */
export function codeOf({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${(body as Problem).type.split('#')[1]}`;
}
