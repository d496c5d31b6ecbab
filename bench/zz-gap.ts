import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { WebSocket } from 'ws';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission';
import { taskFields } from '@/core/task';
import { KEYS } from '@/platform/redis/keys';
import { startRedis } from '@/test/parts';
import { startProduct } from '@/test/product';
import { until } from '@/test/until';
const rounds = Number(process.argv[2]), behind = Number(process.argv[3]);
const redis = await startRedis();
const product = await startProduct(['--backends', '1', '--log-level', 'warn', '--max-predicted-wait-seconds', '0', '--redis-url', redis.url, '--self-check-every', '0', '--trusted-proxies', '127.0.0.1,::1']);
interface Seen { queue?: number; output?: number; complete?: number; queues: number }
function open(i: number, code: string): { seen: Seen; ws: WebSocket } {
  const ws = new WebSocket(product.url.replace(/^http/, 'ws') + '/asy', 'asyonline.asy', { headers: { 'x-forwarded-for': `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` } });
  const seen: Seen = { queues: 0 };
  ws.on('open', () => { ws.send('add {"filename":"main.asy"}'); ws.send(Buffer.from(code)); ws.send('start {"main":"main.asy"}'); });
  ws.on('message', (d: Buffer, bin: boolean) => { if (bin) return; const n = d.toString().split(' ')[0]!; const now = performance.now();
    if (n === 'queue') { seen.queue ??= now; seen.queues++; } else if (n === 'output') seen.output ??= now; else if (n === 'complete') seen.complete ??= now; else console.log(d.toString()); });
  ws.on('error', (e) => console.log(e.message));
  return { seen, ws };
}
const r = new Redis(redis.url);
const holder = open(0, 'while(true) { usleep(1000); }');
await until('holder', () => holder.seen.output);
const socks: ReturnType<typeof open>[] = [];
for (let i = 1; i <= rounds + 1; i++) { const s = open(i, `usleep(${process.argv[4] ?? 600000}); write("x"); // ${Math.random()}`); socks.push(s); await until('queued', () => s.seen.queue); }
const front = `f-${randomUUID()}`;
await r.multi().set(KEYS.front(front), '1').sadd(KEYS.fronts, front).exec();
const t0 = performance.now();
for (let i = 0; i < behind; i++) {
  const id = randomUUID();
  await r.multi().hset(KEYS.task(id), { ...taskFields({ id, kind: 'render', main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS, front, client: id, address: id, createdAtMs: Date.now() }), state: 'incoming' }).hset(KEYS.taskFiles(id), { 'main.asy': 'write("x");' }).xadd(KEYS.incoming, '*', 'word', JSON.stringify({ type: 'submitted', task: id })).exec();
}
await until('in line', async () => (await r.xlen(KEYS.incoming)) === 0, 120_000);
console.log('filled in', ((performance.now() - t0) / 1000).toFixed(1));
setInterval(() => void r.set(KEYS.front(front), '1'), 1000);
holder.ws.close();
await until('all', () => socks.at(-1)!.seen.output, 300_000);
const gaps = socks.slice(1).map((s, i) => s.seen.output! - socks[i]!.seen.complete!).sort((a, b) => a - b);
console.log('inbox', await r.llen(KEYS.frontInbox(front)), 'queues', socks.at(-1)!.seen.queues);
console.log(`gaps p10 ${gaps[Math.floor(gaps.length * .1)]!.toFixed(1)} p50 ${gaps[Math.floor(gaps.length / 2)]!.toFixed(1)} p90 ${gaps[Math.floor(gaps.length * 0.9)]!.toFixed(1)} max ${gaps.at(-1)!.toFixed(1)}`);
await product.stop(); redis.stop(); process.exit(0);
