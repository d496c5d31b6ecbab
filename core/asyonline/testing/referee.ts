import { expect } from 'vitest';
import type { SessionEffect, SessionInput } from '../events';
import type { SessionLimits } from '../sessionLimits';

/**
 * Watches a session from outside, knowing only the rules of docs/asyonline.md and nothing of how they are kept, and
 * fails the test at the first effect that breaks one.
 */
export class Referee {
  submits = 0;
  lookupsOpen = 0;
  isClosed = false;
  /** Whether the task itself has ended or was denied. */
  isTaskOver = false;
  private isTaskRunning = false;
  private hasEnding = false;
  private missing = 0;
  private aborts = 0;
  private greetings = 0;
  private outputBytes = 0;
  private queueAt = -Infinity;
  private estimate: unknown;

  constructor(private readonly limits: SessionLimits) {}

  watch(input: SessionInput, effects: readonly SessionEffect[], now: number): void {
    if (this.isClosed) expect(effects).toEqual([]);
    if (this.submits > 0) this.noteTask(input);
    if (input.type === 'contents-found') this.lookupsOpen = 0;
    effects.forEach((effect) => this.judge(effect, now));
    if (input.type === 'client-closed') {
      expect(effects.filter((effect) => effect.type !== 'abort')).toEqual([]);
      this.isClosed = true;
    }
    if (this.isTaskOver) expect(this.isClosed).toBe(true);
    if (this.isClosed && this.submits > 0) expect(this.aborts).toBe(this.isTaskOver ? 0 : 1);
    if (this.hasEnding) expect(this.isClosed).toBe(true);
  }

  private noteTask(input: SessionInput): void {
    if (this.isClosed) return;
    if (input.type === 'ended' || input.type === 'denied') this.isTaskOver = true;
    if (input.type === 'started' || input.type === 'output' || input.type === 'result') this.isTaskRunning = true;
    if (input.type === 'requeued') this.isTaskRunning = false;
    if (this.isTaskRunning) this.estimate = undefined;
  }

  private judge(effect: SessionEffect, now: number): void {
    expect(this.isClosed).toBe(false);
    switch (effect.type) {
      case 'send':
        return this.judgeSend(effect.text, effect.bytes, now);
      case 'close':
        expect(this.hasEnding).toBe(true);
        this.isClosed = true;
        return;
      case 'lookup':
        expect(effect.hashes.length).toBeGreaterThan(0);
        expect(this.submits).toBe(0);
        this.lookupsOpen += 1;
        expect(this.lookupsOpen).toBe(1);
        return;
      case 'remember':
        expect(this.submits).toBe(0);
        return;
      case 'submit': {
        this.submits += 1;
        expect(this.submits).toBe(1);
        const files = [...effect.submission.files.values()];
        expect(files.length).toBeLessThanOrEqual(this.limits.maxFiles);
        expect(files.reduce((sum, bytes) => sum + bytes.length, 0)).toBeLessThanOrEqual(this.limits.maxSourceBytes);
        const { durationSeconds } = effect.submission.options;
        if (durationSeconds !== undefined) expect(durationSeconds).toBeLessThanOrEqual(this.limits.maxDurationSeconds);
        return;
      }
      case 'abort':
        expect(this.submits).toBe(1);
        this.aborts += 1;
        return;
      case 'hold-client':
      case 'release-client':
      case 'input':
      case 'signal':
      case 'shorten':
        expect(this.submits).toBe(1);
        return;
    }
  }

  private judgeSend(text: string, bytes: Uint8Array | undefined, now: number): void {
    const name = text.slice(0, text.indexOf(' '));
    const args: Record<string, unknown> = JSON.parse(text.slice(name.length + 1));
    expect(this.hasEnding).toBe(false);
    expect(bytes !== undefined).toBe(name === 'output' || name === 'result');
    switch (name) {
      case 'deny':
        expect(args.error).not.toBe('');
        this.hasEnding = true;
        return;
      case 'complete':
        this.hasEnding = true;
        return;
      case 'missing':
        this.missing += 1;
        expect([this.missing, this.submits]).toEqual([1, 0]);
        return;
      case 'queue':
        expect([this.submits, this.isTaskRunning]).toEqual([1, false]);
        expect(args.estimate).toBeGreaterThanOrEqual(0);
        expect(args.estimate).not.toBe(this.estimate);
        expect(now - this.queueAt).toBeGreaterThanOrEqual(this.limits.queueIntervalSeconds * 1000);
        this.queueAt = now;
        this.estimate = args.estimate;
        return;
      case 'output':
        if (bytes?.length === 0) this.greetings += 1;
        expect(this.greetings).toBe(1);
        this.outputBytes += bytes?.length ?? 0;
        expect(bytes?.length).toBeLessThanOrEqual(this.limits.maxOutputFrameBytes);
        expect(this.outputBytes).toBeLessThanOrEqual(this.limits.maxOutputBytes);
        return;
      case 'result':
        expect(this.greetings).toBe(1);
        expect(bytes?.length).toBeLessThanOrEqual(this.limits.maxResultBytes);
        return;
      default:
        expect.unreachable(`the session said ${text}`);
    }
  }
}
