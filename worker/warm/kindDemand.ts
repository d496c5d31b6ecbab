import { LRUCache } from 'lru-cache';
import { nameOfKind, startsSame, USUAL_KIND, type WarmKind } from './kind';

/**
 * Of which kind the next waiting jail shall be. Whoever types renders the same imports in the same way again, so each
 * address speaks for what it asked for last, and only once, however often it asks. Those who were here lately are served
 * first; what others asked for before is kept for whoever comes next. One of the usual kind is always there.
 */

const MAX_ADDRESSES = 256;
const RECENT_MS = 10 * 60 * 1000;
/** Of somebody who has not asked for so long. */
const OLD_WEIGHT = 0.05;

interface Vote {
  readonly kind: WarmKind;
  readonly atMs: number;
}

export class KindDemand {
  private readonly votes = new LRUCache<string, Vote>({ max: MAX_ADDRESSES });

  note(address: string, kind: WarmKind, nowMs: number): void {
    this.votes.set(address, { kind, atMs: nowMs });
  }

  /** `waiting`: the jails that wait or are being started; `size` is how many there shall be. */
  next(waiting: readonly WarmKind[], size: number, nowMs: number): WarmKind {
    const mustBeUsual = !waiting.some((kind) => startsSame(kind, USUAL_KIND));
    const wanted = new Map<string, { kind: WarmKind; weight: number }>();
    let all = 0;
    for (const { kind, atMs } of this.votes.values()) {
      const weight = nowMs - atMs < RECENT_MS ? 1 : OLD_WEIGHT;
      all += weight;
      if (mustBeUsual && !startsSame(kind, USUAL_KIND)) continue;
      const name = nameOfKind(kind);
      wanted.set(name, { kind, weight: (wanted.get(name)?.weight ?? 0) + weight });
    }
    let most = { kind: USUAL_KIND, lack: -Infinity };
    for (const [name, { kind, weight }] of wanted) {
      const lack = (size * weight) / all - waiting.filter((other) => nameOfKind(other) === name).length;
      if (lack > most.lack) most = { kind, lack };
    }
    return most.kind;
  }

  /** Somebody was here lately for whom no jail waits that has all modules. */
  isUnmet(waiting: readonly WarmKind[], nowMs: number): boolean {
    for (const { kind, atMs } of this.votes.values()) {
      // The first is the newest.
      if (nowMs - atMs >= RECENT_MS) return false;
      const isMet = (other: WarmKind) =>
        startsSame(other, kind) &&
        !kind.isForPaper === !other.isForPaper &&
        kind.modules.every((name) => other.modules.includes(name));
      if (!waiting.some(isMet)) return true;
    }
    return false;
  }
}

/**
 * Which of the waiting jails suits best: one with all its modules, else with most of them; of equals the one with its
 * tools, then with least beside. -1 if none was started in this way. `mayBeAhead`: whether it may have read any.
 */
export function bestIndex(waiting: readonly WarmKind[], wanted: WarmKind, mayBeAhead = true): number {
  let best = { index: -1, has: -1, beside: Infinity };
  for (const [index, other] of waiting.entries()) {
    if (!startsSame(other, wanted) || (!mayBeAhead && other.modules.length > 0)) continue;
    const has = wanted.modules.filter((name) => other.modules.includes(name)).length;
    // No jail has as many modules.
    const otherTools = !other.isForPaper === !wanted.isForPaper ? 0 : 100;
    const beside = other.modules.length - has + otherTools;
    if (has > best.has || (has === best.has && beside < best.beside)) best = { index, has, beside };
  }
  return best.index;
}
