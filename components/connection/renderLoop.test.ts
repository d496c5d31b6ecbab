import { beforeEach, describe, expect, it } from 'vitest';
import type { FinishedRender, RenderHandle, RenderHandlers, RenderRequest } from '@/client/render';
import {
  BUSY_DELAY_MS,
  FAST_MS,
  FIRST_RETRY_MS,
  IDLE_QUEUE_MS,
  MAX_DELAY_MS,
  PATIENCE_MS,
  RenderLoop,
} from './renderLoop';

interface FakeRender {
  readonly request: RenderRequest;
  readonly handlers: RenderHandlers;
  isAborted: boolean;
  finish(render?: Partial<FinishedRender>): Promise<void>;
}

let now: number;
let timers: { at: number; act: () => void }[];
let renders: FakeRender[];
let told: string[];
let revision: number;
let isBlank: boolean;
let isBusy: boolean;
let prepared: number;
let loop: RenderLoop;

function render(request: RenderRequest, handlers: RenderHandlers): RenderHandle {
  let resolve: (render: FinishedRender) => void = () => {};
  const finished = new Promise<FinishedRender>((settle) => (resolve = settle));
  const fake: FakeRender = {
    request,
    handlers,
    isAborted: false,
    async finish(finishedRender) {
      resolve({
        ending: { kind: 'complete' },
        results: [],
        output: { stdout: new Uint8Array(0), stderr: new Uint8Array(0) },
        timings: { endedMs: 100 },
        ...finishedRender,
      });
      await finished;
    },
  };
  renders.push(fake);
  return { finished, shorten: () => {}, abort: () => (fake.isAborted = true) };
}

function wait(milliseconds: number): void {
  const until = now + milliseconds;
  for (;;) {
    const next = timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
    if (next === undefined) break;
    timers.splice(timers.indexOf(next), 1);
    now = next.at;
    next.act();
  }
  now = until;
}

function type(): void {
  revision += 1;
  loop.changed();
}

beforeEach(() => {
  now = 0;
  timers = [];
  renders = [];
  told = [];
  revision = 0;
  isBlank = false;
  isBusy = false;
  prepared = 0;
  loop = new RenderLoop({
    client: { prepare: () => void (prepared += 1), render },
    newest: () => (isBlank ? undefined : { revision, request: { files: {}, main: `r${revision}` } }),
    events: {
      asked: (asked) => told.push(`asked ${asked}`),
      queued: ({ estimate }) => told.push(`queued ${estimate}`),
      started: () => told.push('started'),
      output: (stream) => told.push(stream),
      result: ({ format }) => told.push(format),
      ended: ({ ending }) => told.push(ending.kind),
      stopped: () => told.push('stopped'),
      emptied: () => told.push('emptied'),
      lost: () => told.push('lost'),
    },
    isServerBusy: () => isBusy,
    now: () => now,
    after: (milliseconds, act) => {
      const timer = { at: now + milliseconds, act };
      timers.push(timer);
      return () => void (timers = timers.filter((other) => other !== timer));
    },
  });
});

describe('rendering as you type', () => {
  it('waits until the code has settled where others draw, then renders the newest', () => {
    isBusy = true;
    type();
    wait(BUSY_DELAY_MS - 1);
    type();
    wait(BUSY_DELAY_MS - 1);
    expect(renders).toHaveLength(0);
    wait(1);
    expect(told).toEqual(['asked 2']);
  });

  it('waits for nothing where the figure is fast and nobody else is there', () => {
    type();
    wait(0);
    expect(told).toEqual(['asked 1']);
  });

  it('waits longer where renders take longer or wait, within bounds', async () => {
    expect(loop.delayMs()).toBe(0);
    for (const [took, queue, delay] of [
      [FAST_MS + 400, 5, 200],
      [FAST_MS, IDLE_QUEUE_MS + 60, 60],
      [9000, 0, MAX_DELAY_MS],
      [FAST_MS, IDLE_QUEUE_MS, 0],
    ] as const) {
      loop.runNow();
      await renders.at(-1)?.finish({ timings: { endedMs: took }, stages: { queue } });
      expect(loop.delayMs()).toBe(delay);
    }
    isBusy = true;
    expect(loop.delayMs()).toBe(BUSY_DELAY_MS);
  });

  it('has the connection of the next render opened as soon as this one runs', () => {
    loop.runNow();
    expect(prepared).toBe(0);
    renders[0]?.handlers.started?.();
    expect(prepared).toBe(1);
  });

  it('lets a young render end before the next one starts', async () => {
    type();
    wait(0);
    type();
    wait(0);
    type();
    wait(0);
    expect(renders).toHaveLength(1);
    await renders[0]?.finish();
    expect(told).toEqual(['asked 1', 'complete', 'asked 3']);
  });

  it('drops a render that has had its second when something newer waits', () => {
    type();
    wait(0);
    type();
    wait(PATIENCE_MS - 1);
    expect(renders).toHaveLength(1);
    wait(1);
    expect(renders.map(({ isAborted }) => isAborted)).toEqual([true, false]);
    expect(told).toEqual(['asked 1', 'asked 2']);
  });

  it('drops an old render at once', () => {
    loop.runNow();
    wait(PATIENCE_MS * 3);
    type();
    wait(0);
    expect(renders.map(({ isAborted }) => isAborted)).toEqual([true, false]);
  });

  it('hears nothing more of a render that was replaced', async () => {
    loop.runNow();
    loop.runNow();
    renders[0]?.handlers.started?.();
    renders[0]?.handlers.result?.({ format: 'svg', bytes: new Uint8Array(0) });
    await renders[0]?.finish();
    renders[1]?.handlers.queued?.({ estimate: 2 });
    expect(told).toEqual(['asked 0', 'asked 0', 'queued 2']);
  });

  it('renders nothing where there is nothing', () => {
    isBlank = true;
    loop.runNow();
    expect(told).toEqual([]);
  });

  it('drops what runs when the code is gone', () => {
    loop.runNow();
    isBlank = true;
    loop.runNow();
    expect(told).toEqual(['asked 0', 'emptied']);
  });
});

describe('while something is dragged', () => {
  it('each picture is followed by that of the newest value, and none is dropped or queued', async () => {
    const drag = () => {
      revision += 1;
      loop.changed();
      loop.follow();
      wait(PATIENCE_MS);
    };
    drag();
    drag();
    drag();
    expect(renders.map(({ isAborted }) => isAborted)).toEqual([false]);
    await renders[0]?.finish({ timings: { endedMs: 9000 } });
    drag();
    await renders[1]?.finish();
    expect(told).toEqual(['asked 1', 'complete', 'asked 3', 'complete', 'asked 4']);
  });

  it('a lost connection is not tried more often', async () => {
    loop.follow();
    await renders[0]?.finish({ ending: { kind: 'lost', code: 1006 } });
    loop.follow();
    expect(renders).toHaveLength(1);
  });
});

describe('stopping', () => {
  it('drops the running render and what waits for it', async () => {
    loop.runNow();
    type();
    wait(0);
    loop.stop();
    await renders[0]?.finish({ ending: { kind: 'aborted' } });
    wait(10_000);
    expect(renders).toHaveLength(1);
    expect(told).toEqual(['asked 0', 'stopped']);
  });

  it('says nothing when nothing ran', () => {
    loop.stop();
    expect(told).toEqual([]);
  });
});

describe('a lost connection', () => {
  const lost = { ending: { kind: 'lost', code: 1006 } } as const;

  it('is tried again after growing pauses, with the newest code', async () => {
    loop.runNow();
    await renders[0]?.finish(lost);
    type();
    wait(FIRST_RETRY_MS);
    expect(told).toEqual(['asked 0', 'lost', 'asked 1']);
    await renders[1]?.finish(lost);
    wait(FIRST_RETRY_MS);
    expect(renders).toHaveLength(2);
    wait(FIRST_RETRY_MS);
    await renders[2]?.finish();
    expect(told.slice(3)).toEqual(['lost', 'asked 1', 'complete']);
  });

  it('is tried at once when the person or the browser says so', async () => {
    loop.runNow();
    await renders[0]?.finish(lost);
    loop.reconnect();
    expect(renders).toHaveLength(2);
    await renders[1]?.finish(lost);
    loop.runNow();
    expect(renders).toHaveLength(3);
    await renders[2]?.finish();
    loop.reconnect();
    expect(renders).toHaveLength(3);
  });

  it('is given up by stop', async () => {
    loop.runNow();
    await renders[0]?.finish(lost);
    loop.stop();
    wait(60_000);
    expect(renders).toHaveLength(1);
  });
});
