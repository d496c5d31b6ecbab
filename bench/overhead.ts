import { startProduct, WITHOUT_CACHE } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { openJail } from './jail';
import { percentile, type Section } from './report';

/**
 * What the way through the product adds to a bare spawn of the same jail: from `start` sent to `complete` received,
 * less the same program started and waited for in a jail by hand. Interleaved, so that noise meets both.
 */

const SOURCE = 'write("x");';

export async function measureOverhead(rounds: number): Promise<Section> {
  const bare = await openJail();
  const files = new Map([['main.asy', new TextEncoder().encode(SOURCE)]]);
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', ...WITHOUT_CACHE]);
  const [jailed, through]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < rounds; i += 1) {
      jailed.push((await bare.run(files)).took);
      const socket = await RawSocket.open(product);
      socket.add('main.asy', SOURCE);
      const startedAt = performance.now();
      socket.send('start', { main: 'main.asy' });
      await socket.wait('complete');
      through.push(performance.now() - startedAt);
      await socket.closed();
    }
  } finally {
    await product.stop();
    await bare.close();
  }
  const added = percentile(through, 0.5) - percentile(jailed, 0.5);
  return {
    title: 'The way through the product',
    rows: [
      ['bare jail, p50', `${percentile(jailed, 0.5).toFixed(1)} ms`, ''],
      ['through the product, p50', `${percentile(through, 0.5).toFixed(1)} ms`, ''],
      ['through the product, p95', `${percentile(through, 0.95).toFixed(1)} ms`, ''],
      ['added, p50', `${added.toFixed(1)} ms`, 'at most 15 ms'],
    ],
  };
}
