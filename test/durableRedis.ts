import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './parts';
import { until } from './until';

/** A Redis with a file of its own, that can be killed and come back with an older copy of it. */
export class DurableRedis {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(path.join(tmpdir(), 'asyground-redis-'));
  private readonly copy = path.join(this.folder, 'copy');

  private constructor(private readonly port: number) {}

  static async start(): Promise<DurableRedis> {
    const redis = new DurableRedis(await freePort());
    await redis.run();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** What is in the file by now is what `rollBack` comes back with. */
  copyData(): void {
    rmSync(this.copy, { recursive: true, force: true });
    cpSync(path.join(this.folder, 'appendonlydir'), this.copy, { recursive: true });
  }

  async rollBack(): Promise<void> {
    await this.kill();
    rmSync(path.join(this.folder, 'appendonlydir'), { recursive: true });
    cpSync(this.copy, path.join(this.folder, 'appendonlydir'), { recursive: true });
    await this.run();
  }

  async empty(): Promise<void> {
    const redis = new Redis(this.url);
    await redis.flushall();
    redis.disconnect();
  }

  /** SIGSTOP and SIGCONT, say. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async run(): Promise<void> {
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.folder];
    const durable = ['--save', '', '--appendonly', 'yes', '--aof-load-truncated', 'yes', '--appendfsync', 'always'];
    this.child = spawn('redis-server', [...place, ...durable], { stdio: 'ignore' });
    await until('redis answers', async () => {
      const probe = new Redis(this.url, { lazyConnect: true, retryStrategy: () => null });
      probe.on('error', () => undefined);
      const isThere = await probe.ping().then(
        () => true,
        () => false,
      );
      probe.disconnect();
      return isThere;
    });
  }
}
