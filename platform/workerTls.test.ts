import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config/config';
import { readWorkerTls } from './workerTls';

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => {
  const place = path.join(folder, name);
  writeFileSync(place, name);
  return place;
};
const read = (...flags: string[]) => {
  const result = readConfig(flags, {});
  if (!result.ok) throw new Error(result.failures[0]?.message);
  return readWorkerTls(result.config);
};

// docs/several-machines.md
describe('TLS between fronts and workers', () => {
  it('is off without files', () => {
    expect(read()).toHaveProperty('value', { identity: undefined, authority: undefined });
  });

  it('is made of what the files hold', () => {
    const words = ['--worker-tls-cert', file('cert'), '--worker-tls-key', file('key'), '--worker-tls-ca', file('ca')];
    expect(read(...words)).toHaveProperty('value', {
      identity: { cert: Buffer.from('cert'), key: Buffer.from('key') },
      authority: Buffer.from('ca'),
    });
  });

  it('says which file is missing', () => {
    expect(read('--worker-tls-cert', file('cert'))).toMatchObject({
      failure: { message: expect.stringContaining('go together') },
    });
    expect(read('--worker-tls-ca', '/no/such.pem')).toMatchObject({
      failure: { message: expect.stringContaining('WORKER_TLS_CA is "/no/such.pem", which cannot be read') },
    });
  });
});
