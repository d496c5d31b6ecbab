import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics';

describe('metrics', () => {
  it('tell the bytes on disk by kind, and of a kind that is gone that there are none', async () => {
    const metrics = new Metrics();
    let bytes = new Map([
      ['records', 4096],
      ['links', 512],
    ]);
    metrics.measureBlobs(() => bytes);
    const told = async () =>
      (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('asyground_blob_bytes'));
    expect(await told()).toEqual([
      'asyground_blob_bytes{kind="records"} 4096',
      'asyground_blob_bytes{kind="links"} 512',
    ]);
    bytes = new Map([['links', 1024]]);
    expect(await told()).toEqual(['asyground_blob_bytes{kind="records"} 0', 'asyground_blob_bytes{kind="links"} 1024']);
  });
});
