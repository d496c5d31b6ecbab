import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import type { KeptFile, RecordEnd } from '@/core/record';
import type { TaskRecord } from '@/core/task';
import type { FromBackend, Timings } from '@/core/wire/wire';
import type { SchedulerWord } from '@/core/words';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import type { RunEnd } from './asy/run';
import type { WrittenFile } from './asy/writtenFiles';

/**
 * What a task of a record says and leaves, gathered while it runs and kept when it has ended (docs/queue.md, 7).
 *
 * The blobs are written before the end is: whoever hears of an end finds everything it names. A run that was halted or
 * lost its permit in the meantime keeps nothing, since its task will run again.
 */

const endRecord = loadScript('endRecord');

export interface KeepingOptions {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly task: TaskRecord;
  readonly record: NonNullable<TaskRecord['record']>;
  readonly token: string;
  /** What took time before the run. */
  readonly earlier: Timings;
  readonly measured: 'cgroup' | 'sampled';
}

export class RecordKeeping {
  private readonly output: Record<'stdout' | 'stderr', Uint8Array[]> = { stdout: [], stderr: [] };
  private readonly results: Extract<FromBackend, { type: 'result' }>[] = [];
  private readonly startedAtMs = Date.now();

  constructor(private readonly options: KeepingOptions) {}

  see(message: FromBackend): void {
    if (message.type === 'output') this.output[message.stream].push(message.bytes);
    else if (message.type === 'result') this.results.push(message);
  }

  /** Whether it is ended for good, and the scheduler knows. False: the permit was taken back, and it runs elsewhere. */
  async end(run: RunEnd, files: readonly WrittenFile[], finished: SchedulerWord): Promise<boolean> {
    const { redis, task, record, token, earlier, measured } = this.options;
    const [stdout, stderr] = [await this.putOutput('stdout'), await this.putOutput('stderr')];
    const mainStem = (task.main ?? '').replace(/\.[^.]*$/, '');
    const results = await this.putAll(
      'result',
      this.results.map(({ filename, format, bytes }) => ({
        filename: filename ?? `${mainStem}.${format}`,
        format,
        bytes,
      })),
    );
    const end: RecordEnd = {
      id: task.id,
      ...record,
      outcome: run.outcome,
      results,
      files: await this.putAll('file', files),
      stdout,
      stderr,
      timings: { ...earlier, ...run.timings },
      usage: { peakMemoryBytes: run.usage.peakMemoryBytes, cpuMilliseconds: run.usage.cpuMilliseconds, measured },
      startedAtMs: this.startedAtMs,
      endedAtMs: Date.now(),
    };
    const answer = await endRecord.run(
      redis,
      [KEYS.task(task.id), KEYS.record(task.id), KEYS.recordsKept, KEYS.recordEnds(record.door), KEYS.incoming],
      [token, JSON.stringify(end), RETENTION.recordSeconds, task.id, end.endedAtMs, JSON.stringify(finished)],
    );
    return answer === 'ok';
  }

  private async putOutput(stream: 'stdout' | 'stderr'): Promise<string> {
    const blob = `records/${this.options.task.id}/${stream}`;
    await this.options.blobs.put(blob, Buffer.concat(this.output[stream]));
    return blob;
  }

  private putAll(kind: string, files: readonly WrittenFile[]): Promise<KeptFile[]> {
    return Promise.all(
      files.map(async ({ filename, format, bytes }, i) => {
        const blob = `records/${this.options.task.id}/${kind}-${i}`;
        await this.options.blobs.put(blob, bytes);
        return { filename, format, bytes: bytes.length, blob };
      }),
    );
  }
}
