import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './parts';

/**
 * docs/containers.md: the product in a container of Podman, as an ordinary user. The container's files are those of this
 * machine, since an image would need a registry; its namespaces, its filter of system calls and its masked /proc are real.
 */

const UID = 12_345;
const FLAGS = ['--security-opt', 'seccomp=unconfined', '--security-opt', 'unmask=ALL'];
const PATIENCE_MS = 90_000;
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096', '--network', 'host'];

const work = mkdtempSync(path.join(tmpdir(), 'asyground-container-'));
const data = path.join(work, 'data');

/** In a mount namespace, where the files of the machine are bound to a folder of their own. */
const RUN = 'mount --bind / "$0" && exec podman --runtime runc run --rm "$@"';

function podman(flags: readonly string[], script: string): { status: number | null; said: string } {
  const root = path.join(work, 'root');
  const user = ['--user', `${UID}:${UID}`, '--workdir', process.cwd(), '--env', 'HOME=/tmp'];
  const args = [...LIMITS, ...user, ...flags, '--rootfs', root, '/bin/sh', '-c', script];
  const lead = ['--mount', '--propagation', 'private', '--', 'sh', '-c', RUN, root];
  const { status, stdout, stderr } = spawnSync('unshare', [...lead, ...args], {
    encoding: 'utf8',
    timeout: PATIENCE_MS,
  });
  return { status, said: `${stdout}${stderr}` };
}

beforeAll(() => {
  mkdirSync(path.join(work, 'root'));
  mkdirSync(data);
  chmodSync(work, 0o755);
  chownSync(data, UID, UID);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Not inside a container that lets nobody make another, and not without the rights to bind folders. */
const canRun = () => process.getuid?.() === 0 && podman(FLAGS, 'true').status === 0;

describe('in a container', () => {
  it('every wall holds with the flags it needs, and without them it names them', async (context) => {
    if (!canRun()) return context.skip('podman can start no container here');
    const port = await freePort();
    const start = `node dist/supervisor.mjs --port ${port} --periodic off --backends 1 --data-dir ${data}`;
    // One of them alone, either one, is not enough.
    for (const flags of [[], FLAGS.slice(0, 2), FLAGS.slice(2)])
      expect(podman(flags, start).said).toMatch(
        /Asyground could not start\. bubblewrap cannot make a jail here .*--security-opt seccomp=unconfined --security-opt unmask=ALL/,
      );
    const draw = `curl -s -o /dev/null -w 'drawn %{http_code}' --data-binary 'draw((0,0)--(9,9));' http://127.0.0.1:${port}/render`;
    const script = `
      ${start} > ${data}/log 2>&1 & product=$!
      for _ in $(seq 120); do grep -q 'Data is kept\\|could not' ${data}/log && break; sleep 0.5; done
      ${draw}; kill $product; wait $product; cat ${data}/log`;
    const { said } = podman(FLAGS, script);
    expect(said).toContain('drawn 200');
    expect(said).toContain('every wall of the jail holds');
    expect(said).toContain('Without root the jail is weaker');
  });
});
