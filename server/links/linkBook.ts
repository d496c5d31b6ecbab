import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import {
  linkCard,
  LINK_ID,
  sharedProject,
  type LinkCard,
  type SharedLink,
  type SharedProject,
} from '@/core/links/link';
import { pictureSize } from '@/core/render/pictureSize';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import type { Who } from '../queue/taskClient';

/**
 * All shared links (docs/sharing.md). Redis holds a card of each, the blob store its project and its picture under the
 * number of the revision: a reader sees one revision or the next, never a mixture.
 */

export interface LinkContents {
  readonly title: string;
  readonly project: SharedProject;
  readonly picture?: LinkPicture;
  /** Undefined: it stays until it is deleted. */
  readonly expiresAtMs: number | undefined;
}

export interface LinkPicture {
  readonly format: 'svg' | 'png' | 'html';
  readonly bytes: Uint8Array;
}

/** Chores look at so many at a time. */
const SWEEP = 500;

export class LinkBook {
  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
  ) {}

  /** The token is told once, and lets whoever has it change the link. */
  async create(contents: LinkContents, who: Who, nowMs = Date.now()): Promise<{ card: LinkCard; token: string }> {
    const id = randomBytes(12).toString('hex');
    const token = randomBytes(24).toString('base64url');
    const card = await this.write(id, 1, contents, { createdAtMs: nowMs, updatedAtMs: nowMs, client: who.client });
    await this.redis.multi().hset(KEYS.link(id), 'tokenHash', sha256(token)).zadd(KEYS.links, nowMs, id).exec();
    return { card, token };
  }

  async update(id: string, contents: LinkContents, nowMs = Date.now()): Promise<LinkCard | undefined> {
    const old = await this.card(id);
    if (!old) return undefined;
    const { createdAtMs, client } = old;
    const card = await this.write(id, old.revision + 1, contents, { createdAtMs, updatedAtMs: nowMs, client });
    await this.blobs.removeAll(`links/${id}/${old.revision}`);
    return card;
  }

  /** Undefined for one that is gone, expired or never was. */
  async card(id: string, nowMs = Date.now()): Promise<LinkCard | undefined> {
    if (!LINK_ID.test(id)) return undefined;
    const card = linkCard.safeParse(await this.redis.hgetall(KEYS.link(id))).data;
    return card && (card.expiresAtMs ?? Number.POSITIVE_INFINITY) > nowMs ? card : undefined;
  }

  async read(id: string): Promise<SharedLink | undefined> {
    const card = await this.card(id);
    const bytes = card && (await this.blobs.get(projectName(card)));
    if (!card || !bytes) return undefined;
    const project = sharedProject.safeParse(JSON.parse(bytes.toString('utf8'))).data;
    return project && { ...card, project };
  }

  async picture(card: LinkCard): Promise<LinkPicture | undefined> {
    const { pictureFormat: format } = card;
    const bytes = format && (await this.blobs.get(pictureName(card)));
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
    await this.redis.multi().del(KEYS.link(id)).zrem(KEYS.links, id).zrem(KEYS.linkExpiry, id).exec();
    await this.blobs.removeAll(`links/${id}`);
  }

  /** The newest first. */
  async list(count: number, from = 0): Promise<LinkCard[]> {
    const ids = await this.redis.zrevrange(KEYS.links, from, from + count - 1);
    const cards = await Promise.all(ids.map((id) => this.card(id)));
    return cards.flatMap((card) => card ?? []);
  }

  count(): Promise<number> {
    return this.redis.zcard(KEYS.links);
  }

  /** Removes those whose time is over. */
  async sweep(nowMs = Date.now()): Promise<void> {
    for (const id of await this.redis.zrangebyscore(KEYS.linkExpiry, 0, nowMs, 'LIMIT', 0, SWEEP))
      await this.remove(id);
  }

  private async write(
    id: string,
    revision: number,
    { title, project, picture, expiresAtMs }: LinkContents,
    who: Pick<LinkCard, 'createdAtMs' | 'updatedAtMs' | 'client'>,
  ): Promise<LinkCard> {
    const size = picture && pictureSize(picture.format, picture.bytes);
    const card: LinkCard = {
      ...{ id, title, revision, ...who },
      ...(expiresAtMs === undefined ? {} : { expiresAtMs }),
      ...(picture === undefined ? {} : { pictureFormat: picture.format }),
      ...size,
    };
    await this.blobs.put(projectName(card), Buffer.from(JSON.stringify(project)));
    if (picture) await this.blobs.put(pictureName(card), picture.bytes);
    const change = this.redis.multi();
    // What this revision does not have must not be left of the one before.
    change.hdel(KEYS.link(id), 'expiresAtMs', 'pictureFormat', 'width', 'height').hset(KEYS.link(id), card);
    if (expiresAtMs === undefined) change.zrem(KEYS.linkExpiry, id);
    else change.zadd(KEYS.linkExpiry, expiresAtMs, id);
    await change.exec();
    return card;
  }
}

function projectName({ id, revision }: LinkCard): string {
  return `links/${id}/${revision}/project`;
}

function pictureName({ id, revision }: LinkCard): string {
  return `links/${id}/${revision}/picture`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
