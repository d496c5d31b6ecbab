import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import { emptyEnd, type KeptFile, type DetachedEnd } from '@/core/detachedTask';
import type { StoredTask } from '@/core/task';
import type { FromBackend, Timings } from '@/core/wire/wire';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { lockKey } from '@/platform/redis/taskQueues';
import type { RunEnd } from './asy/run';
import { leftOutNotice } from './asy/resultBudget';
import type { WrittenFiles } from './asy/writtenFiles';

/**
 * What a detached task says and leaves, kept while it runs and when it has ended (docs/queue.md, 7).
 *
 * The blobs are written before the end is: whoever hears of an end finds everything it names. The end of a run that was
 * halted or lost its permit in the meantime is not written, since its task will run again and replace its blobs.
 */

const endDetached = loadScript('endDetached');

interface DetachedResultsOptions {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly task: StoredTask;
  readonly detached: NonNullable<StoredTask['detached']>;
  /** The queue that the task was taken from, and what shows that it is still held. */
  readonly queue: string;
  readonly token: string;
  /** What took time before the run. */
  readonly earlier: Timings;
  readonly measured: 'cgroup' | 'sampled';
}

export class DetachedResults {
  private readonly output: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  private readonly results: KeptFile[] = [];
  private readonly startedAtMs = Date.now();

  constructor(private readonly options: DetachedResultsOptions) {}

  /** Results are written as they come, so that only one of them is in memory; output has a limit of its own. */
  async see(message: FromBackend): Promise<void> {
    if (message.type === 'output') this.output[message.stream].push(message.bytes);
    if (message.type !== 'result') return;
    const { format, bytes } = message;
    const mainStem = (this.options.task.main ?? '').replace(/\.[^.]*$/, '');
    const filename = message.filename ?? `${mainStem}.${format}`;
    this.results.push(await this.put(`result-${this.results.length}`, { filename, format, bytes }));
  }

  /** Keeps its end, unless somebody else has the task by now. */
  async end(run: RunEnd, written: WrittenFiles): Promise<void> {
    const { task, detached, earlier, measured } = this.options;
    const files = await this.putFiles(written);
    const [stdout, stderr] = [await this.putOutput('stdout'), await this.putOutput('stderr')];
    await this.write({
      id: task.id,
      ...detached,
      outcome: run.outcome,
      results: this.results,
      files,
      stdout,
      stderr,
      timings: { ...earlier, ...run.timings },
      usage: { peakMemoryBytes: run.usage.peakMemoryBytes, cpuMs: run.usage.cpuMs, measured },
      startedAtMs: this.startedAtMs,
      endedAtMs: Date.now(),
    });
  }

  /** It could not be run, by no fault of its own. */
  async fail(): Promise<void> {
    const { task, detached } = this.options;
    await this.write(emptyEnd({ id: task.id, ...detached, outcome: { kind: 'server-error' } }, Date.now()));
  }

  private async write(end: DetachedEnd): Promise<void> {
    const { redis, detached, queue, token } = this.options;
    await endDetached.run(
      redis,
      [KEYS.detachedEnd(end.id), KEYS.detachedKept, KEYS.detachedEnds(detached.endpoint), lockKey(queue, end.id)],
      [JSON.stringify(end), RETENTION.detachedSeconds, end.id, end.endedAtMs, token, RETENTION.detachedEndsKept],
    );
  }

  private async putOutput(stream: 'stdout' | 'stderr'): Promise<string> {
    const blob = `detached/${this.options.task.id}/${stream}`;
    await this.options.blobs.put(blob, Buffer.concat(this.output[stream]));
    return blob;
  }

  private async putFiles({ files, leftOut, read }: WrittenFiles): Promise<KeptFile[]> {
    const kept: KeptFile[] = [];
    for (const file of files) {
      const bytes = read(file);
      if (bytes) kept.push(await this.put(`file-${kept.length}`, { filename: file.name, format: file.format, bytes }));
    }
    if (leftOut > 0) this.output.stderr.push(Buffer.from(leftOutNotice(leftOut, 'file')));
    return kept;
  }

  private async put(
    name: string,
    { filename, format, bytes }: Pick<KeptFile, 'filename' | 'format'> & { readonly bytes: Uint8Array },
  ): Promise<KeptFile> {
    const blob = `detached/${this.options.task.id}/${name}`;
    await this.options.blobs.put(blob, bytes);
    return { filename, format, bytes: bytes.length, blob };
  }
}
