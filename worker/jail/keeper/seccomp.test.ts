import { describe, expect, it } from 'vitest';
import { seccompProgram } from './seccomp';
import { ALLOWED, CHECKED, FATAL } from './syscalls';

const ARCHITECTURE = 0xc000003e;
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;

/** Runs the program as the kernel would, over one system call. */
function verdict(number: number, firstArgument = 0, architecture = ARCHITECTURE): number {
  const program = seccompProgram();
  const view = new DataView(program.buffer);
  const data: Record<number, number> = { 0: number, 4: architecture, 16: firstArgument };
  let accumulator = 0;
  for (let at = 0; at < program.length / 8; at += 1) {
    const code = view.getUint16(at * 8, true);
    const value = view.getUint32(at * 8 + 4, true);
    const jump = (condition: boolean) => {
      at += view.getUint8(at * 8 + (condition ? 2 : 3));
    };
    if (code === 0x20) accumulator = (data[value] ?? 0) >>> 0;
    else if (code === 0x15) jump(accumulator === value);
    else if (code === 0x35) jump(accumulator >= value);
    else if (code === 0x45) jump((accumulator & value) !== 0);
    else return value;
  }
  throw new Error('the program ran off its end');
}

describe('seccomp program', () => {
  it('allows the allow list and kills for the fatal list', () => {
    for (const number of Object.values(ALLOWED)) expect(verdict(number)).toBe(ALLOW);
    for (const number of Object.values(FATAL)) expect(verdict(number)).toBe(KILL);
  });

  it('keeps the two lists apart', () => {
    const fatal = new Set(Object.values(FATAL));
    expect(Object.values(ALLOWED).filter((number) => fatal.has(number))).toEqual([]);
  });

  it('refuses what nobody listed with EPERM', () => {
    expect(verdict(999)).toBe(0x00050001);
  });

  it('kills another architecture and the x32 table', () => {
    expect(verdict(0, 0, 0x40000003)).toBe(KILL);
    expect(verdict(0x40000000 | 1)).toBe(KILL);
  });

  it('lets clone make threads but no namespaces', () => {
    expect(verdict(CHECKED.clone, 0x003d0f00)).toBe(ALLOW);
    for (const bit of [0x20000, 0x02000000, 0x04000000, 0x08000000, 0x10000000, 0x20000000, 0x40000000, 0x80]) {
      expect(verdict(CHECKED.clone, bit)).toBe(0x00050001);
    }
    expect(verdict(CHECKED.clone3)).toBe(0x00050000 | 38);
  });

  it('lets sockets be unix sockets only, one or a pair', () => {
    for (const call of [CHECKED.socket, CHECKED.socketpair]) {
      expect(verdict(call, 1)).toBe(ALLOW);
      for (let family = 0; family < 256; family += 1)
        if (family !== 1) expect(verdict(call, family)).toBe(0x00050000 | 97);
    }
  });
});
