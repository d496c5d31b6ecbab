import type { Redis } from 'ioredis';

/** Who is there, each with a few args under a lease of its own; whoever does not say them again is gone. */
export class Roster {
  constructor(
    private readonly redis: Redis,
    private readonly members: string,
    private readonly keyOf: (id: string) => string,
  ) {}

  /** Into the set each time: whoever took us for gone has removed us from it. */
  async say(id: string, args: string, seconds: number): Promise<void> {
    await this.redis.multi().set(this.keyOf(id), args, 'EX', seconds).sadd(this.members, id).exec();
  }

  async leave(id: string): Promise<void> {
    await this.redis.multi().srem(this.members, id).del(this.keyOf(id)).exec();
  }

  /** What everybody says. */
  async read(): Promise<string[]> {
    const ids = await this.redis.smembers(this.members);
    const args = ids.length === 0 ? [] : await this.redis.mget(ids.map((id) => this.keyOf(id)));
    const gone = ids.filter((_, i) => args[i] === null);
    if (gone.length > 0) await this.redis.srem(this.members, ...gone);
    return args.filter((said) => said !== null);
  }
}
