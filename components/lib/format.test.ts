import { describe, expect, it } from 'vitest';
import { formatBytes, formatDuration, short } from './format';

it('writes sizes and ids for people', () => {
  expect([formatBytes(3 * 1024 * 1024), formatBytes(undefined)]).toEqual(['3 MiB', '–']);
  expect([short('0f8a2c4e-1111-2222'), short('w-12.1')]).toEqual(['0f8a2c4e', 'w-12.1']);
});

it('writes them as the language does', () => {
  expect([formatDuration(1260, 'ru'), formatDuration(1260, 'zh'), formatDuration(1260, 'fr')]).toEqual([
    '1,3 с',
    '1.3 秒',
    '1,3 s',
  ]);
  expect([formatBytes(1536, 'ru'), formatBytes(1536, 'fr')]).toEqual(['1,5 КиБ', '1,5 Kio']);
});

describe('an amount of bytes', () => {
  it('is told in the unit that suits it', () => {
    expect([0, 1023, 1536, 131072, 33554432].map((bytes) => formatBytes(bytes))).toEqual([
      '0 B',
      '1023 B',
      '1.5 KiB',
      '128 KiB',
      '32 MiB',
    ]);
  });
});
