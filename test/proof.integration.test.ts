import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { proveWalls } from '@/worker/jail/proof';
import { openJails } from './jails';

/**
 * The proof of the walls proves something: inside a jail each act fails with the error of its wall, and outside the same
 * act, by the same script, succeeds or at least fails in another way.
 */

/** Kinds of sockets that many kernels lack, and whose refusal outside says nothing. The filter's own test tries all. */
const RARE = /^SAME socket(?:pair)?-(?:alg|bluetooth|can|kcm|qrtr|rds|smc|tipc|vsock|xdp): EAFNOSUPPORT$/;
/** What outside neither may succeed nor is allowed to harm: the call is made wrongly, and the kernel says how. */
const MADE_WRONGLY =
  /^differs (?:socketpair-\w+|kexec|init-module|pivot-root|x32-table|clone3|landlock|keyctl|add-key): /;

/** In namespaces of its own, so that what it mounts and names is gone with it. */
function control(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-proof-'));
  try {
    const script = path.join(folder, 'proof.pl');
    copyFileSync('worker/jail/proof.pl', script);
    const apart = ['--mount', '--uts', '--ipc', '--propagation', 'private'];
    // With descriptors left open, as a careless keeper would.
    const command = [...apart, 'sh', '-c', 'exec perl "$0" control "$1" 6<. 7<. 8<.', script, folder];
    return execFileSync('unshare', command, { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('the proof of the walls', () => {
  it('holds in a jail', async () => {
    const jails = await openJails(1);
    try {
      const [slot] = jails.slots;
      const proof = slot && (await proveWalls(slot));
      expect(proof?.broken).toEqual([]);
      expect(proof?.held).toBeGreaterThan(100);
    } finally {
      await jails.close();
    }
  });

  it.runIf(process.getuid?.() === 0)('does not hold outside', () => {
    const lines = control();
    expect(lines.length).toBeGreaterThan(100);
    const others = lines.filter((line) => !line.startsWith('can '));
    expect(others.filter((line) => !RARE.test(line) && !MADE_WRONGLY.test(line))).toEqual([]);
  });
});
