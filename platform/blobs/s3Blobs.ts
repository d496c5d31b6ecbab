import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import { S3_LIMITS } from '@/core/limits';
import { nameParts, type Blobs, type OpenBlob } from './blobs';

/**
 * Blobs in a bucket of S3, or of anything that speaks like it (Garage, MinIO, Ceph). A name is a key below a prefix. An
 * object is whole or not there, and what was put is read by whoever asks next: S3 promises both.
 */

export interface S3Place {
  /** `https://host/bucket` or `https://host/bucket/prefix`. */
  readonly url: string;
  readonly region: string;
  readonly keyId: string;
  readonly secret: string;
}

export class S3Error extends Error {
  constructor(
    what: string,
    readonly status: number,
  ) {
    super(`S3 answered ${status} to ${what}`);
  }
}

interface Listed {
  readonly name: string;
  readonly bytes: number;
}

export class S3Blobs implements Blobs {
  private readonly client: AwsClient;
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly origin: string;

  constructor(
    { url, region, keyId, secret }: S3Place,
    /** Hears how many bytes are about to be written. */
    private readonly onWrite: (bytes: number) => void = () => undefined,
  ) {
    const { origin, pathname } = new URL(url);
    const [bucket = '', ...prefix] = pathname.split('/').filter((part) => part !== '');
    this.origin = origin;
    this.bucket = bucket;
    this.prefix = prefix.map((part) => `${part}/`).join('');
    const keys = { accessKeyId: keyId, secretAccessKey: secret };
    this.client = new AwsClient({ ...keys, region, service: 's3', retries: S3_LIMITS.retries });
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.onWrite(bytes.length);
    const headers = { 'content-type': 'application/octet-stream', 'content-length': String(bytes.length) };
    await drained(await this.ask('PUT', this.keyOf(name), { body: bytes as Uint8Array<ArrayBuffer>, headers }));
  }

  async get(name: string): Promise<Buffer | undefined> {
    const answer = await this.ask('GET', this.keyOf(name));
    return answer && Buffer.from(await answer.arrayBuffer());
  }

  async open(name: string): Promise<OpenBlob | undefined> {
    const answer = await this.ask('GET', this.keyOf(name), {}, S3_LIMITS.streamSeconds);
    if (!answer) return undefined;
    const size = Number(answer.headers.get('content-length') ?? 0);
    return { size, stream: answer.body ? Readable.fromWeb(answer.body as ReadableStream) : Readable.from([]) };
  }

  async copy(from: string, to: string): Promise<number | undefined> {
    const found = await this.ask('HEAD', this.keyOf(from));
    if (!found) return undefined;
    const headers = { 'x-amz-copy-source': `/${this.bucket}/${this.keyOf(from)}` };
    const copied = await this.ask('PUT', this.keyOf(to), { headers });
    await drained(copied);
    return copied && Number(found.headers.get('content-length') ?? 0);
  }

  async remove(name: string): Promise<void> {
    await drained(await this.ask('DELETE', this.keyOf(name)));
  }

  async removeAll(prefix: string): Promise<void> {
    await this.remove(prefix);
    for await (const page of this.pages(`${this.keyOf(prefix)}/`))
      await Promise.all(page.map(({ name }) => this.remove(name)));
  }

  async *list(): AsyncIterable<string> {
    for await (const page of this.pages(this.prefix)) for (const { name } of page) yield name;
  }

  async weigh(isOver: () => boolean = () => false): Promise<Map<string, number>> {
    const sums = new Map<string, number>();
    for await (const page of this.pages(this.prefix)) {
      if (isOver()) break;
      for (const { name, bytes } of page) {
        const [kind = ''] = name.split('/', 1);
        sums.set(kind, (sums.get(kind) ?? 0) + bytes);
      }
    }
    return sums;
  }

  /** Throws if the bucket cannot be used. */
  async check(): Promise<void> {
    const probe = `check/${process.pid}`;
    await this.put(probe, new Uint8Array());
    await this.remove(probe);
  }

  private async *pages(prefix: string): AsyncIterable<Listed[]> {
    let token: string | undefined;
    do {
      const query = new URLSearchParams({
        'list-type': '2',
        prefix,
        ...(token !== undefined && { 'continuation-token': token }),
      });
      const answer = await this.ask('GET', `?${query.toString()}`);
      if (!answer) throw new S3Error('a list of the bucket', 404);
      const xml = await answer.text();
      yield this.readPage(xml);
      token = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1]?.replaceAll('&amp;', '&');
    } while (token !== undefined);
  }

  /** Objects that somebody else has put there are not ours. */
  private readPage(xml: string): Listed[] {
    return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
      const key = /<Key>([^<]*)</.exec(entry)?.[1] ?? '';
      const name = key.slice(this.prefix.length);
      if (!key.startsWith(this.prefix) || !isName(name)) return [];
      return [{ name, bytes: Number(/<Size>(\d+)</.exec(entry)?.[1] ?? 0) }];
    });
  }

  private keyOf(name: string): string {
    return `${this.prefix}${nameParts(name).join('/')}`;
  }

  /** Undefined: there is no such object. */
  private async ask(
    method: string,
    key: string,
    init: RequestInit = {},
    seconds: number = S3_LIMITS.requestSeconds,
  ): Promise<Response | undefined> {
    const address = `${this.origin}/${this.bucket}${key.startsWith('?') ? key : `/${key}`}`;
    const signal = AbortSignal.timeout(seconds * 1000);
    const answer = await this.client.fetch(address, { method, signal, ...init });
    if (answer.ok) return answer;
    await drained(answer);
    if (answer.status === 404 && !key.startsWith('?')) return undefined;
    throw new S3Error(`${method} ${key.slice(0, 200)}`, answer.status);
  }
}

function isName(name: string): boolean {
  try {
    return nameParts(name).length > 0;
  } catch {
    return false;
  }
}

/** A connection serves the next request when its answer has been read. */
async function drained(answer: Response | undefined): Promise<void> {
  await answer?.arrayBuffer();
}
