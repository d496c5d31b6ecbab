import { createHash } from 'node:crypto';
import { refusal, success, type Result } from '@/core/result';
import type { Blobs, OpenBlob } from '@/platform/blobs/blobs';
import type { OwnerStore } from './ownerStore';
import { artifactsOfDetached, type Fields, type StoredArtifact } from './storedTask';
import type { WorkerStore } from './workerStore';

/** What tasks drew or wrote, and what they said: blobs below `artifacts/<task>` (docs/task-graph.md, "Artifacts"). */

/** The type is ours to say, by the name: a browser must never guess. What is not here is plain bytes. */
const TYPES = new Map(
  Object.entries({
    svg: 'image/svg+xml',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    pdf: 'application/pdf',
    html: 'text/html; charset=utf-8',
    eps: 'application/postscript',
    json: 'application/json',
    csv: 'text/plain; charset=utf-8',
    dat: 'text/plain; charset=utf-8',
    log: 'text/plain; charset=utf-8',
    tex: 'text/plain; charset=utf-8',
    txt: 'text/plain; charset=utf-8',
  }),
);

const MAX_FILE_NAME_CHARACTERS = 255;

/** An artifact is somebody's file at our address: it may draw, and nothing else. A 3D picture needs its own scripts. */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:";
const SCENE_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:";

export function artifactHeaders(type: string): Record<string, string> {
  return {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': type.startsWith('text/html') ? SCENE_POLICY : POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, no-cache',
  };
}

export interface LiveAttempt {
  readonly id: string;
  readonly run: number;
  readonly token: string;
}

export class Artifacts {
  constructor(
    private readonly blobs: Blobs,
    private readonly workers: WorkerStore,
    private readonly owners: OwnerStore,
  ) {}

  /** Of an attempt that is still going on. */
  async keep({ id, run, token }: LiveAttempt, file: string, bytes: Uint8Array): Promise<Result<StoredArtifact>> {
    const artifact = { file, type: typeOf(file), bytes: bytes.length, blob: blobOf(id, run, file) };
    await this.blobs.put(artifact.blob, bytes);
    const kept = await this.workers.keepArtifacts(id, token, [artifact], false);
    return kept.ok ? success(artifact) : kept;
  }

  /** Everything an attempt left, in the place of what earlier ones did. */
  async keepAll(
    { id, run, token }: LiveAttempt,
    files: readonly { readonly file: string; readonly blob: string }[],
  ): Promise<Result<void>> {
    const kept: StoredArtifact[] = [];
    for (const { file, blob } of files) {
      const own = blobOf(id, run, file);
      const bytes = await this.blobs.copy(blob, own);
      if (bytes !== undefined) kept.push({ file, type: typeOf(file), bytes, blob: own });
    }
    return this.workers.keepArtifacts(id, token, kept, true);
  }

  async read(id: string, fields: Fields, file: string): Promise<Result<{ type: string } & OpenBlob>> {
    const known = artifactsOfDetached(fields);
    const artifact = known.find((candidate) => candidate.file === file);
    const blob = artifact && (await this.blobs.open(artifact.blob));
    if (artifact !== undefined && blob !== undefined) return success({ type: artifact.type, ...blob });
    const names = known.length === 0 ? 'none' : known.map((candidate) => candidate.file).join(', ');
    return refusal({ code: 'unknown-artifact', message: `Task ${id} has no artifact ${file}; it has: ${names}.` });
  }

  /** By its owner, or with '' by an admin. */
  async remove(owner: string, id: string, file: string): Promise<Result<void>> {
    const dropped = await this.owners.dropArtifact(owner, id, file);
    if (!dropped.ok) return dropped;
    await this.blobs.remove(dropped.value.blob);
    return success(undefined);
  }

  async putLog(id: string, attempt: number, bytes: Uint8Array): Promise<void> {
    await this.blobs.put(`artifacts/${id}/log-${attempt}`, bytes);
  }

  readLog(id: string, attempt: number): Promise<Buffer | undefined> {
    return this.blobs.get(`artifacts/${id}/log-${attempt}`);
  }

  async forget(id: string): Promise<void> {
    await Promise.all([this.blobs.removeAll(`artifacts/${id}`), this.blobs.remove(`commands/${id}`)]);
  }
}

/** An attempt has blobs of its own: one that ended cannot change what another one left. */
function blobOf(id: string, run: number, file: string): string {
  // A name of somebody's choice is no part of a path.
  const name = createHash('sha256').update(file).digest('hex').slice(0, 32);
  return `artifacts/${id}/file-${run}-${name}`;
}

export function typeOf(file: string): string {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return TYPES.get(extension) ?? 'application/octet-stream';
}

export function isFileName(file: string): boolean {
  return file.length >= 1 && file.length <= MAX_FILE_NAME_CHARACTERS && !/[\u0000-\u001f\u007f/\\]/.test(file);
}
