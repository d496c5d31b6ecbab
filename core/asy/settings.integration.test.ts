import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseAsyCall } from './commandLine';
import { SETTINGS } from './settings';

/** docs/asy.md, 1 and 4, beside the asy that is here. */
describe("asy's own command line", () => {
  it('has these options and no others', () => {
    const [stderr = '', places = ''] = ['-h', '-environment'].map(
      (word) => spawnSync('asy', [word], { encoding: 'utf8' }).stderr,
    );
    const told = [...`${stderr}${places}`.matchAll(/^-(?:\w,-)?(\w+)/gm)].map(([, name]) => name);
    expect(SETTINGS.map(({ name }) => name).sort()).toEqual(told.sort());
    const letters = [...stderr.matchAll(/^-(\w),-(\w+)/gm)].map(([, letter, name]) => [name, letter]);
    expect(SETTINGS.flatMap(({ name, short }) => (short ? [[name, short]] : [])).sort()).toEqual(letters.sort());
  });

  it.each(['-zzz x', '-f', '-render', '-nob x', '-V=3 x', '-noV=1 x', '-dvi x', '-kz x', '--ver x', '-norender 3'])(
    'is refused in the same words: %s',
    (line) => {
      const { stderr } = spawnSync('asy', line.split(' '), { encoding: 'utf8' });
      const message = stderr.split('\n')[0]?.replace(/^asy: /, '');
      expect(parseAsyCall(line.split(' '))).toEqual({ kind: 'wrong', message });
    },
  );
});
