import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';

/**
 * Debian's Firefox over WebDriver BiDi. Playwright speaks it, too, but asks for commands that a Firefox of long support
 * does not have yet; the few that a journey needs are here.
 */

const EXECUTABLE = '/usr/bin/firefox-esr';
const READY = /^WebDriver BiDi listening on (ws:\/\/\S+)/;
const PATIENCE_MS = 30_000;

interface Answer {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly result?: unknown;
  readonly message?: string;
  readonly method?: string;
  readonly params?: { readonly level?: string; readonly text?: string };
}

export class Firefox {
  /** Errors of the console, and exceptions nobody caught. */
  readonly errors: string[] = [];
  private lastId = 0;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private tab = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly profile: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data: Buffer) => this.hear(JSON.parse(data.toString()) as Answer));
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(path.join(tmpdir(), 'asyground-firefox-'));
    const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
    const child = spawn(EXECUTABLE, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile },
    });
    const socket = new WebSocket(`${await addressOf(child)}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(child, profile, socket);
    await firefox.send('session.new', { capabilities: {} });
    await firefox.send('session.subscribe', { events: ['log.entryAdded'] });
    const { contexts } = (await firefox.send('browsingContext.getTree', {})) as { contexts: { context: string }[] };
    firefox.tab = contexts[0]?.context ?? '';
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.send('browsingContext.navigate', { context: this.tab, url, wait: 'complete' });
  }

  /** What an expression is in the page: a string, a number or a truth value. */
  async evaluate(expression: string): Promise<unknown> {
    const target = { context: this.tab };
    const answer = await this.send('script.evaluate', { expression, target, awaitPromise: true });
    return (answer as { result?: { value?: unknown } }).result?.value;
  }

  /** Into whatever has the focus. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.send('input.performActions', { context: this.tab, actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  /** In the middle of the first element that a selector finds. */
  async click(selector: string): Promise<void> {
    const place = await this.evaluate(`(() => {
      const { x, y, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
      return JSON.stringify({ x: Math.round(x + width / 2), y: Math.round(y + height / 2) });
    })()`);
    const actions = [
      { type: 'pointerMove', ...(JSON.parse(String(place)) as { x: number; y: number }) },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.send('input.performActions', {
      context: this.tab,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    });
  }

  async stop(): Promise<void> {
    this.socket.terminate();
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }

  private async send(method: string, params: object): Promise<unknown> {
    this.lastId += 1;
    const id = this.lastId;
    const answer = await new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Firefox does not answer ${method}`)), PATIENCE_MS);
      this.waiting.set(id, (heard) => {
        clearTimeout(timer);
        resolve(heard);
      });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }

  private hear(answer: Answer): void {
    if (answer.method === 'log.entryAdded' && answer.params?.level === 'error')
      this.errors.push(answer.params.text ?? '');
    if (answer.id === undefined) return;
    this.waiting.get(answer.id)?.(answer);
    this.waiting.delete(answer.id);
  }
}

/** Firefox says it on its standard error, once it listens. */
async function addressOf({ stderr }: ChildProcess): Promise<string> {
  if (stderr === null) throw new Error('Firefox has no standard error');
  const lines = createInterface({ input: stderr, signal: AbortSignal.timeout(PATIENCE_MS) });
  for await (const line of lines) {
    const address = READY.exec(line)?.[1];
    if (address !== undefined) {
      stderr.resume();
      return address;
    }
  }
  throw new Error('Firefox ended, or does not say where it listens');
}
