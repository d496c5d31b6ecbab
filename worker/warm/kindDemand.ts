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

interface Wanted {
  readonly kind: WarmKind;
  readonly due: number;
  readonly isRecent: boolean;
}

export class KindDemand {
  private readonly votes = new LRUCache<string, Vote>({ max: MAX_ADDRESSES });

  note(address: string, kind: WarmKind, nowMs: number): void {
    this.votes.set(address, { kind, atMs: nowMs });
  }

  /** `waiting`: the jails that wait or are being started; `size` is how many there shall be. */
  next(waiting: readonly WarmKind[], size: number, nowMs: number): WarmKind {
    const mustBeUsual = !waiting.some((kind) => startsSame(kind, USUAL_KIND));
    let most = { kind: USUAL_KIND, lack: -Infinity };
    for (const [name, { kind, due }] of this.wanted(size, nowMs)) {
      if (mustBeUsual && !startsSame(kind, USUAL_KIND)) continue;
      const lack = due - waiting.filter((other) => nameOfKind(other) === name).length;
      if (lack > most.lack) most = { kind, lack };
    }
    return most.kind;
  }

  /** Of what somebody asked for lately none waits with all its modules, or no more than half of what is due to it. */
  isScarce(ready: readonly WarmKind[], size: number, nowMs: number): boolean {
    for (const { kind, due, isRecent } of this.wanted(size, nowMs).values()) {
      if (!isRecent) continue;
      const count = ready.filter((other) => suits(other, kind)).length;
      if (count === 0 || 2 * count <= due) return true;
    }
    return false;
  }

  /** Which of these is more than there should be, while there is not enough of what somebody asked for; -1 if none is. */
  superfluous(ready: readonly WarmKind[], size: number, nowMs: number): number {
    if (!this.isScarce(ready, size, nowMs)) return -1;
    const wanted = this.wanted(size, nowMs);
    const isUsual = (kind: WarmKind) => startsSame(kind, USUAL_KIND);
    const mayBeUsual = ready.filter(isUsual).length > 1;
    return ready.findIndex((kind) => {
      const name = nameOfKind(kind);
      const count = ready.filter((other) => nameOfKind(other) === name).length;
      return (mayBeUsual || !isUsual(kind)) && count - (wanted.get(name)?.due ?? 0) >= 1;
    });
  }

  /** What was asked for, by name, and how many of it there should be. */
  private wanted(size: number, nowMs: number): Map<string, Wanted> {
    const wanted = new Map<string, Wanted>();
    const ages = [...this.votes.values()].map(({ kind, atMs }) => ({ kind, isRecent: nowMs - atMs < RECENT_MS }));
    const weightOf = (isRecent: boolean) => (isRecent ? 1 : OLD_WEIGHT);
    const all = ages.reduce((sum, { isRecent }) => sum + weightOf(isRecent), 0);
    for (const { kind, isRecent } of ages) {
      const name = nameOfKind(kind);
      const before = wanted.get(name);
      const due = (before?.due ?? 0) + (size * weightOf(isRecent)) / all;
      wanted.set(name, { kind, due, isRecent: isRecent || (before?.isRecent ?? false) });
    }
    return wanted;
  }
}

function suits(waiting: WarmKind, wanted: WarmKind): boolean {
  const sameTools = wanted.tools === waiting.tools;
  return startsSame(waiting, wanted) && sameTools && wanted.modules.every((name) => waiting.modules.includes(name));
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
    const otherTools = other.tools === wanted.tools ? 0 : 100;
    const beside = other.modules.length - has + otherTools;
    if (has > best.has || (has === best.has && beside < best.beside)) best = { index, has, beside };
  }
  return best.index;
}
