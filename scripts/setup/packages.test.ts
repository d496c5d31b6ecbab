import { describe, expect, it } from 'vitest';
import { progressOf } from './packages.mjs';

describe("a line of apt's status", () => {
  it('is the package by its name, and how far the whole is', () => {
    expect(progressOf('dlstatus:3:50.5:Retrieving file 3 of 9 (12s remaining)')).toBe('25 % Retrieving file 3 of 9');
    expect(progressOf('pmstatus:lmodern:40.1:Unpacking lmodern (all)')).toBe('70 % Unpacking lmodern');
    expect(progressOf('pmstatus:dpkg-exec:100:Running dpkg')).toBe('100 % Running dpkg');
  });

  it('is nothing where apt says something else', () => {
    for (const line of ['Get:1 http://deb.debian.org bookworm', 'Setting up a: b: c: d', '', 'pmconffile:x:1:y'])
      expect(progressOf(line)).toBeUndefined();
  });
});
