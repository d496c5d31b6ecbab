import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import {
  storedLink,
  LINK_ID,
  sharedProject,
  type StoredLink,
  type SharedLink,
  type SharedProject,
} from '@/core/links/link';
import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { STORAGE_LIMITS } from '@/core/limits';
import { pictureSize } from '@/core/render/pictureSize';
import { refusal, success, type Result } from '@/core/result';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import type { Ledger } from '../ledger';
import type { Who } from '../queue/tasks';

/**
 * All shared links (docs/sharing.md). Redis holds a link of each, the blob store its project and its picture under the
 * number of the revision: a reader sees one revision or the next, never a mixture.
 */

export interface LinkContents {
  readonly title: string;
  /** What the picture shows. */
  readonly alt?: string;
  readonly project: SharedProject;
  readonly picture?: LinkPicture;
  /** Undefined: it stays until it is deleted. */
  readonly expiresAtMs: number | undefined;
}

export interface LinkPicture {
  readonly format: 'svg' | 'png' | 'html';
  readonly bytes: Uint8Array;
}

/** Of all links together. */
export interface LinkBudget {
  readonly maxLinks: number;
  readonly maxBytes: number;
}

/** Chores look at so many at a time. */
const SWEEP = 500;
const linkKeep = loadScript('linkKeep');
const linkRemove = loadScript('linkRemove');

export class LinkStore {
  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
    private readonly ledger: Ledger,
    private readonly room: LinkBudget,
  ) {}

  /** The token is told once, and lets whoever has it change the link. */
  async create(
    contents: LinkContents,
    who: Who,
    nowMs = Date.now(),
  ): Promise<Result<{ link: StoredLink; token: string }>> {
    const id = randomBytes(12).toString('hex');
    const token = randomBytes(24).toString('base64url');
    const made = { id, revision: 1, createdAtMs: nowMs, updatedAtMs: nowMs, client: who.client };
    const link = await this.write(made, contents, { tokenHash: sha256(token) }, who.address);
    return link.ok ? success({ link: link.value, token }) : link;
  }

  async update(id: string, contents: LinkContents, who: Who, nowMs = Date.now()): Promise<Result<StoredLink>> {
    const old = await this.link(id);
    if (!old) return refusal(noLink());
    const { createdAtMs, client, revision } = old;
    const made = { id, revision: revision + 1, createdAtMs, updatedAtMs: nowMs, client };
    const link = await this.write(made, contents, {}, who.address);
    if (link.ok) await this.blobs.removeAll(`links/${id}/${revision}`);
    return link;
  }

  /** Undefined for one that is gone, expired or never was. */
  async link(id: string, nowMs = Date.now()): Promise<StoredLink | undefined> {
    if (!LINK_ID.test(id)) return undefined;
    const link = storedLink.safeParse(await this.redis.hgetall(KEYS.link(id))).data;
    return link && (link.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs ? link : undefined;
  }

  async read(id: string): Promise<SharedLink | undefined> {
    const link = await this.link(id);
    const bytes = link && (await this.blobs.get(projectName(link)));
    if (!link || !bytes) return undefined;
    const project = sharedProject.safeParse(JSON.parse(bytes.toString('utf8'))).data;
    return project && { ...link, project };
  }

  async picture(link: StoredLink): Promise<LinkPicture | undefined> {
    const { pictureFormat: format } = link;
    const bytes = format && (await this.blobs.get(pictureName(link)));
    return bytes && { format, bytes };
  }

  /** Whether this is the token of the link, compared in constant time. */
  async isOwner(id: string, token: string | undefined): Promise<boolean> {
    if (!LINK_ID.test(id) || token === undefined) return false;
    const wanted = Buffer.from((await this.redis.hget(KEYS.link(id), 'tokenHash')) ?? '');
    const given = Buffer.from(sha256(token));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }

  async remove(id: string): Promise<void> {
    await linkRemove.run(this.redis, indexOf(id), [id]);
    await this.ledger.release(id);
    await this.blobs.removeAll(`links/${id}`);
  }

  /** The newest first. */
  async list(count: number, from = 0): Promise<StoredLink[]> {
    const ids = await this.redis.zrevrange(KEYS.links, from, from + count - 1);
    const links = await Promise.all(ids.map((id) => this.link(id)));
    return links.flatMap((link) => link ?? []);
  }

  async size(): Promise<{ readonly count: number; readonly bytes: number }> {
    const [count, bytes] = await Promise.all([this.redis.zcard(KEYS.links), this.redis.get(KEYS.linkTotal)]);
    return { count, bytes: Number(bytes ?? 0) };
  }

  /** Removes those whose time is over. */
  async sweep(nowMs = Date.now()): Promise<void> {
    for (;;) {
      const ids = await this.redis.zrangebyscore(KEYS.linkExpiry, 0, nowMs, 'LIMIT', 0, SWEEP);
      if (ids.length === 0) return;
      for (const id of ids) await this.remove(id);
    }
  }

  private async write(
    made: Pick<StoredLink, 'id' | 'revision' | 'createdAtMs' | 'updatedAtMs' | 'client'>,
    { title, alt, project, picture, expiresAtMs }: LinkContents,
    secret: { readonly tokenHash?: string },
    address: string,
  ): Promise<Result<StoredLink>> {
    const size = picture && pictureSize(picture.format, picture.bytes);
    const link: StoredLink = {
      ...{ title, ...made },
      ...(alt === undefined ? {} : { alt }),
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
      ...(picture === undefined ? {} : { pictureFormat: picture.format }),
      ...size,
    };
    const text = Buffer.from(JSON.stringify(project));
    const bytes = text.length + (picture?.bytes.length ?? 0);
    const tooMuch = await this.admit(link, address, bytes);
    if (tooMuch) return refusal(tooMuch);
    await this.blobs.put(projectName(link), text);
    if (picture) await this.blobs.put(pictureName(link), picture.bytes);
    const refused = await this.enter(link, bytes, secret);
    if (refused) await this.blobs.removeAll(`links/${link.id}/${link.revision}`);
    if (refused && link.revision === 1) await this.ledger.release(link.id);
    return refused ? refusal(refused) : success(link);
  }

  /** An address is counted once for each of its links; what there is in all, the index of the links says. */
  private async admit(link: StoredLink, address: string, bytes: number): Promise<Failure | undefined> {
    const untilMs = link.expiresAtMs ?? Number.MAX_SAFE_INTEGER;
    const limit = await this.ledger.admit({ id: link.id, address, bytes, untilMs });
    if (limit !== 'ofAddress') return undefined;
    const { count, bytes: most } = this.ledger.limits.ofAddress;
    const words = explained('linksOfAddress', { most: count, bytes: most });
    return failure('too-often', words, STORAGE_LIMITS.retrySeconds);
  }

  /** Those whose time is over make room first. */
  private async enter(link: StoredLink, bytes: number, secret: object): Promise<Failure | undefined> {
    const { maxLinks, maxBytes } = this.room;
    const { id, revision, createdAtMs, expiresAtMs } = link;
    const fields = Object.entries({ ...link, ...secret }).flat();
    const args = [id, revision, bytes, maxLinks, maxBytes, createdAtMs, expiresAtMs ?? '', ...fields];
    const keep = () => linkKeep.run(this.redis, indexOf(id), args);
    let answer = await keep();
    if (answer === 'links' || answer === 'bytes') {
      await this.sweep();
      answer = await keep();
    }
    if (answer === 'gone') return noLink();
    if (answer === 'links') return failure('full', explained('linksTaken', { most: maxLinks }));
    if (answer === 'bytes') return failure('full', explained('linkRoom', { most: maxBytes, bytes }));
    return undefined;
  }
}

export function noLink(): Failure {
  return failure('not-found', explained('noLink', {}));
}

function indexOf(id: string): string[] {
  return [KEYS.link(id), KEYS.links, KEYS.linkExpiry, KEYS.linkSizes, KEYS.linkTotal];
}

function projectName({ id, revision }: StoredLink): string {
  return `links/${id}/${revision}/project`;
}

function pictureName({ id, revision }: StoredLink): string {
  return `links/${id}/${revision}/picture`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
