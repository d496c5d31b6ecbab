import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TEMPLATE_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import type { Template } from './template';
import { Templates } from './templates';
import { HOLDER } from './walls';

/** The templates with a clock of their own, and processes that a test has in its hand. */

interface Fake {
  readonly command: readonly string[];
  isReady: boolean;
  isIdle: boolean;
  hasEnded: boolean;
  break(): Promise<void>;
}

let folder: string;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(path.join(tmpdir(), 'asyground-templates-'));
  mkdirSync(path.join(folder, path.dirname(HOLDER)), { recursive: true });
  writeFileSync(path.join(folder, HOLDER), '');
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function world() {
  const made: Fake[] = [];
  const make = (command: readonly string[]) => {
    let tell = (_why: string) => undefined as void;
    const broken = new Promise<string>((resolve) => (tell = resolve));
    const fake = {
      ...{ command, isReady: true, isIdle: true, hasEnded: false, ready: Promise.resolve(), broken },
      end: () => void (fake.hasEnded = true),
      break: async () => {
        tell('it broke');
        await vi.advanceTimersByTimeAsync(0);
      },
    };
    made.push(fake);
    return fake as unknown as Template;
  };
  const prepared = { folder, replaced: [] };
  const templates = new Templates({ folder, seccompFile: '', prepared, log: createLog('test', 'silent'), make });
  const ask = (...modules: string[]) => templates.familyFor({ modules, tools: 'screen', onDisplay: false });
  return { templates, made, ask };
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('templates', () => {
  it('are started when they are first asked for, and once', () => {
    const { made, ask } = world();
    expect(ask()?.tools).toHaveLength(2);
    ask();
    expect(made).toHaveLength(3);
  });

  it('are of use when all of a family are ready', () => {
    const { made, ask } = world();
    ask();
    for (const template of made.slice(1, 2)) template.isReady = false;
    expect(ask()).toBeUndefined();
  });

  it('are not started for other modules with every task', async () => {
    const { made, ask } = world();
    for (let i = 0; i < 20; i += 1) ask(`module${i}`);
    const tools = 2;
    expect(made).toHaveLength(tools + TEMPLATE_LIMITS.startsAtOnce);
    await pass(TEMPLATE_LIMITS.restMs);
    ask('graph');
    ask('geometry');
    expect(made).toHaveLength(tools + TEMPLATE_LIMITS.startsAtOnce + 1);
  });

  it('make room for others once nobody has a copy of them: those that were used last stay', async () => {
    const { made, ask } = world();
    ask();
    for (let i = 0; made.every(({ hasEnded }) => !hasEnded); i += 1) {
      ask(`module${i}`);
      ask();
      await pass(TEMPLATE_LIMITS.restMs);
    }
    expect(made.length).toBe(TEMPLATE_LIMITS.maxTemplates + 1);
    expect(made.findIndex(({ hasEnded }) => hasEnded)).toBe(3);
  });

  it('are left alone after one broke, longer each time', async () => {
    const { made, ask } = world();
    ask();
    await made[0]?.break();
    expect(ask()).toBeUndefined();
    await pass(TEMPLATE_LIMITS.pauseSeconds * 1000);
    expect(ask()).toBeDefined();
    await made.at(-1)?.break();
    await pass(TEMPLATE_LIMITS.pauseSeconds * 1000);
    expect(ask()).toBeUndefined();
    await pass(TEMPLATE_LIMITS.pauseSeconds * 1000);
    expect(ask()).toBeDefined();
  });
});
