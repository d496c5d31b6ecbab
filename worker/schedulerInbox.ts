import type { Redis } from 'ioredis';
import { permitMessage, readMessage, workerMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import type { ListEntry } from '@/platform/redis/readers';
import type { Backend } from './backend';

/**
 * What a worker hears from the scheduler: permits in a list of each backend, the rest in one of its own. What is said in
 * another term than the one that stands in Redis comes from a scheduler that no longer leads, and is not acted on.
 */

type ServingBackend = Pick<Backend, 'id' | 'serve'> & { readonly served: Pick<Backend['served'], 'limit' | 'halt'> };

interface SchedulerInboxOptions {
  readonly worker: string;
  readonly backends: readonly ServingBackend[];
  readonly redis: Pick<Redis, 'get'>;
  readonly log: Log;
}

export class SchedulerInbox {
  /** Where to read. */
  readonly lists: readonly string[];
  private readonly backendOf: ReadonlyMap<string, ServingBackend>;
  private readonly serving = new Set<Promise<void>>();
  private term = '';

  constructor(private readonly options: SchedulerInboxOptions) {
    this.backendOf = new Map(options.backends.map((backend) => [KEYS.permits(backend.id), backend]));
    this.lists = [KEYS.workerInbox(options.worker), ...this.backendOf.keys()];
  }

  async take({ list, text }: ListEntry): Promise<void> {
    const backend = this.backendOf.get(list);
    await (backend ? this.permit(backend, text) : this.hear(text));
  }

  /** Resolves when what was permitted so far has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.serving);
  }

  private async permit(backend: ServingBackend, text: string): Promise<void> {
    const permit = readMessage(permitMessage, text);
    if (!permit) return this.options.log.error({ text }, 'a permit cannot be read');
    if (!(await this.isCurrent(permit.term))) return;
    const served = backend.serve(permit).catch((error: unknown) => {
      this.options.log.error({ permit: permit.permit, err: error }, 'a task could not be served');
    });
    this.serving.add(served);
    void served.finally(() => this.serving.delete(served));
  }

  private async hear(text: string): Promise<void> {
    const message = readMessage(workerMessage, text);
    if (!message) return this.options.log.error({ text }, 'a message of the scheduler cannot be read');
    if (!(await this.isCurrent(message.term))) return;
    for (const { served } of this.options.backends) {
      if (message.type === 'duration') served.limit(message.permit, message.durationSeconds);
      else served.halt(message.permit, message.then);
    }
  }

  private async isCurrent(term: string): Promise<boolean> {
    if (term === this.term) return true;
    if (term !== (await this.options.redis.get(KEYS.term))) {
      this.options.log.warn({ term }, 'what a scheduler said that no longer leads is not acted on');
      return false;
    }
    this.term = term;
    return true;
  }
}
