import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unpackObjects } from '@/core/drawnObjects';
import { Jails } from './equality/startModes';
import { isReachable } from './equality/suite';

/**
 * Which line drew what (docs/asyonline.md, 18), over the examples that come with asy, which others wrote. A statement of
 * one line is taken away, and just the objects that were said to be its own must be gone.
 */

const FOLDER = '/usr/share/doc/asymptote/examples';
const IN_SPACE = /\b(?:three|graph3|solids|grid3|tube|obj|bsp|contour3|smoothcontour3|labelpath3|palette)\b|animation/;
const STATEMENTS_A_PROGRAM = 3;
const LEAST_SHARE = 0.98;
const LEAST_PROGRAMS = 100;

describe.runIf(isReachable() && existsSync(FOLDER))('which line drew what', () => {
  let jails: Jails;
  beforeAll(async () => {
    jails = await Jails.open();
  });
  afterAll(async () => {
    await jails?.close();
  });

  async function objectsOf(source: string) {
    const { objects } = await jails.cold({ name: '', source });
    return objects?.leftOut === 0 ? unpackObjects(objects) : undefined;
  }

  it('is right in programs of others', { timeout: 3_600_000 }, async () => {
    let [programs, right, tried] = [0, 0, 0];
    const wrong: string[] = [];
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.asy'))) {
      const source = readFileSync(path.join(FOLDER, name), 'latin1');
      if (IN_SPACE.test(source)) continue;
      const objects = await objectsOf(source).catch(() => undefined);
      if (objects === undefined || objects.length === 0) continue;
      programs += 1;
      const lines = source.split('\n');
      const removable = [...new Set(objects.map(({ line }) => line))].filter((line) =>
        /^(?:draw|fill|filldraw|dot|label|xaxis|yaxis|add)\s*\(.*\);\s*$/.test(lines[line - 1] ?? ''),
      );
      for (const line of removable.slice(0, STATEMENTS_A_PROGRAM)) {
        const without = await objectsOf(lines.map((text, i) => (i === line - 1 ? '' : text)).join('\n'));
        // What is drawn may depend on what else there is.
        if (without === undefined) continue;
        tried += 1;
        if (objects.length - without.length === objects.filter((object) => object.line === line).length) right += 1;
        else wrong.push(`${name} ${line}: ${objects.length} to ${without.length}`);
      }
    }
    process.stdout.write(`${right} of ${tried} statements in ${programs} programs. Otherwise: ${wrong.join('; ')}\n`);
    expect(programs).toBeGreaterThanOrEqual(LEAST_PROGRAMS);
    expect(right / tried).toBeGreaterThanOrEqual(LEAST_SHARE);
  });
});
