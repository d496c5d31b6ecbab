import { LRUCache } from 'lru-cache';

/**
 * Which modules the next waiting jail shall have read ahead. Whoever types renders the same imports again, so each address
 * speaks for what it imported last, and only once, however often it asks. Those who were here lately are served first;
 * what others imported before is kept for whoever comes next.
 */

const MAX_ADDRESSES = 256;
const RECENT_MS = 10 * 60 * 1000;
/** Of somebody who has not asked for so long. */
const OLD_WEIGHT = 0.05;

interface Vote {
  readonly modules: readonly string[];
  readonly atMs: number;
}

export class ModuleDemand {
  private readonly votes = new LRUCache<string, Vote>({ max: MAX_ADDRESSES });

  note(address: string, modules: readonly string[], nowMs: number): void {
    this.votes.set(address, { modules, atMs: nowMs });
  }

  /** `waiting`: what the jails that wait, or are being started, have; `size` is how many there shall be. */
  next(waiting: readonly (readonly string[])[], size: number, nowMs: number): readonly string[] {
    const wanted = new Map<string, { modules: readonly string[]; weight: number }>();
    let all = 0;
    for (const { modules, atMs } of this.votes.values()) {
      const weight = nowMs - atMs < RECENT_MS ? 1 : OLD_WEIGHT;
      const one = wanted.get(modules.join()) ?? { modules, weight: 0 };
      wanted.set(modules.join(), { modules, weight: one.weight + weight });
      all += weight;
    }
    let most: { modules: readonly string[]; lack: number } = { modules: [], lack: -Infinity };
    for (const { modules, weight } of wanted.values()) {
      const lack = (size * weight) / all - waiting.filter((other) => isSame(other, modules)).length;
      if (lack > most.lack) most = { modules, lack };
    }
    return most.modules;
  }

  /** Somebody was here lately whose modules no waiting jail has. */
  isUnmet(waiting: readonly (readonly string[])[], nowMs: number): boolean {
    for (const { modules, atMs } of this.votes.values()) {
      // The first is the newest.
      if (nowMs - atMs >= RECENT_MS) return false;
      if (!waiting.some((other) => modules.every((name) => other.includes(name)))) return true;
    }
    return false;
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.join() === others.join();
}

/** Which of the waiting jails suits best: one with all of it, else with most of it; of equals the one with least beside. */
export function bestIndex(waiting: readonly (readonly string[])[], modules: readonly string[]): number {
  let best = { index: -1, has: -1, beside: Infinity };
  for (const [index, others] of waiting.entries()) {
    const has = modules.filter((name) => others.includes(name)).length;
    const beside = others.length - has;
    if (has > best.has || (has === best.has && beside < best.beside)) best = { index, has, beside };
  }
  return best.index;
}
