import { ALLOWED, CHECKED, FATAL } from './syscalls';

/**
 * The jail's system call filter: a classic BPF program, assembled here because a user's machine has neither a compiler
 * nor libseccomp's headers. bubblewrap loads it with `--seccomp FD` as the last wall before the program runs.
 *
 * In order: another architecture or the x32 table is fatal; `clone` may not make namespaces; `clone3`, whose flags a
 * filter cannot read, does not exist (glibc then uses clone); `socket` and `socketpair` make unix sockets only; then the allow list,
 * the fatal list, and EPERM for the rest.
 */

const LOAD_U32 = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_GREATER_OR_EQUAL = 0x35;
const JUMP_IF_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const failWith = (errno: number) => 0x00050000 | errno;

const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const OFFSET_OF_NUMBER = 0;
const OFFSET_OF_ARCHITECTURE = 4;
const OFFSET_OF_FIRST_ARGUMENT = 16;

const ARCHITECTURE_X86_64 = 0xc000003e;
const X32_BIT = 0x40000000;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWTIME. */
const CLONE_NAMESPACES = 0x7e020080;
const AF_UNIX = 1;

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

export function seccompProgram(): Uint8Array {
  const program: Instruction[] = [];
  const add = (code: number, ifTrue: number, ifFalse: number, value: number) =>
    program.push([code, ifTrue, ifFalse, value >>> 0]);
  const returnIfNumberIs = (number: number, verdict: number) => {
    add(JUMP_IF_EQUAL, 0, 1, number);
    add(RETURN, 0, 0, verdict);
  };

  add(LOAD_U32, 0, 0, OFFSET_OF_ARCHITECTURE);
  add(JUMP_IF_EQUAL, 1, 0, ARCHITECTURE_X86_64);
  add(RETURN, 0, 0, KILL_PROCESS);
  add(LOAD_U32, 0, 0, OFFSET_OF_NUMBER);
  add(JUMP_IF_GREATER_OR_EQUAL, 0, 1, X32_BIT);
  add(RETURN, 0, 0, KILL_PROCESS);

  add(JUMP_IF_EQUAL, 0, 4, CHECKED.clone);
  add(LOAD_U32, 0, 0, OFFSET_OF_FIRST_ARGUMENT);
  add(JUMP_IF_ANY_BIT, 0, 1, CLONE_NAMESPACES);
  add(RETURN, 0, 0, failWith(EPERM));
  add(RETURN, 0, 0, ALLOW);

  returnIfNumberIs(CHECKED.clone3, failWith(ENOSYS));

  for (const number of [CHECKED.socket, CHECKED.socketpair]) {
    add(JUMP_IF_EQUAL, 0, 4, number);
    add(LOAD_U32, 0, 0, OFFSET_OF_FIRST_ARGUMENT);
    add(JUMP_IF_EQUAL, 1, 0, AF_UNIX);
    add(RETURN, 0, 0, failWith(EAFNOSUPPORT));
    add(RETURN, 0, 0, ALLOW);
  }

  for (const number of Object.values(ALLOWED)) returnIfNumberIs(number, ALLOW);
  for (const number of Object.values(FATAL)) returnIfNumberIs(number, KILL_PROCESS);
  add(RETURN, 0, 0, failWith(EPERM));
  return assemble(program);
}

/** struct sock_filter { u16 code; u8 jt; u8 jf; u32 k; }, little-endian. */
function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new Uint8Array(program.length * 8);
  const view = new DataView(bytes.buffer);
  program.forEach(([code, ifTrue, ifFalse, value], index) => {
    view.setUint16(index * 8, code, true);
    view.setUint8(index * 8 + 2, ifTrue);
    view.setUint8(index * 8 + 3, ifFalse);
    view.setUint32(index * 8 + 4, value, true);
  });
  return bytes;
}
