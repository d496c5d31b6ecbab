import type { Redis } from 'ioredis';
import { NO_CONTROL, readControl, type Control } from '@/core/admin/control';
import type { SchedulerMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import type { Service } from '@/platform/service';

/**
 * What administrators have set, as this front knows it: read once a second, and at once after a change made here. The
 * endpoints ask it before they take a task.
 */

const changeControl = loadScript('changeControl');
const READ_MS = 1000;
const ATTEMPTS = 10;

export class ControlStore implements Service {
  private known: Control = NO_CONTROL;
  private readonly reading: Loop;
  private readonly listeners = new Set<(control: Control) => void>();
  private lastText = '';

  constructor(
    private readonly redis: Redis,
    log: Log,
  ) {
    const runOnce = () => this.read();
    this.reading = new Loop({ what: 'reading what administrators have set', everyMs: READ_MS, runOnce, log });
  }

  get current(): Control {
    return this.known;
  }

  async start(): Promise<void> {
    await this.reading.runOnce();
    this.reading.start();
  }

  stop(): Promise<void> {
    return this.reading.stop();
  }

  onChange(listener: (control: Control) => void): void {
    this.listeners.add(listener);
  }

  /** Two administrators at once: the second change is made to what the first left. Answers before and after. */
  async change(edit: (control: Control) => Control): Promise<{ before: Control; after: Control }> {
    const word: SchedulerMessage = { type: 'control' };
    for (let i = 0; i < ATTEMPTS; i += 1) {
      const text = await this.redis.get(KEYS.control);
      const before = readControl(text);
      const after = edit(before);
      const args = [text ?? '', JSON.stringify(after), JSON.stringify(word)];
      const answer = await changeControl.run(this.redis, [KEYS.control, KEYS.incoming], args);
      if (answer !== 'ok') continue;
      await this.read();
      return { before, after };
    }
    throw new Error('what administrators have set is being changed too often');
  }

  private async read(): Promise<void> {
    const text = (await this.redis.get(KEYS.control)) ?? '';
    if (text === this.lastText) return;
    this.lastText = text;
    this.known = readControl(text === '' ? null : text);
    for (const listener of this.listeners) listener(this.known);
  }
}
