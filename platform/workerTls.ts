import { readFileSync } from 'node:fs';
import type { Config } from './config/config';
import { failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';

/** TLS between fronts and workers on several machines (docs/several-machines.md): files named by the configuration. */

export interface WorkerTls {
  /** What a worker shows; undefined: it serves without TLS. */
  readonly identity: { readonly cert: Buffer; readonly key: Buffer } | undefined;
  /** Whom fronts believe; undefined: the authorities that Node knows. */
  readonly authority: Buffer | undefined;
}

export function readWorkerTls(config: Config): Result<WorkerTls> {
  const { workerTlsCert, workerTlsKey, workerTlsCa } = config;
  if ((workerTlsCert === undefined) !== (workerTlsKey === undefined))
    return refusal(failure('config', 'WORKER_TLS_CERT and WORKER_TLS_KEY go together: one of them is missing.'));
  const files = { WORKER_TLS_CERT: workerTlsCert, WORKER_TLS_KEY: workerTlsKey, WORKER_TLS_CA: workerTlsCa };
  const read = new Map<string, Buffer>();
  for (const [name, file] of Object.entries(files)) {
    if (file === undefined) continue;
    try {
      read.set(name, readFileSync(file));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return refusal(failure('config', `${name} is ${JSON.stringify(file)}, which cannot be read here: ${why}.`));
    }
  }
  const [cert, key] = [read.get('WORKER_TLS_CERT'), read.get('WORKER_TLS_KEY')];
  return success({ identity: cert && key && { cert, key }, authority: read.get('WORKER_TLS_CA') });
}
