import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Whether a copy of a template is behind the same walls as the process that bubblewrap put into the jail, by what the
 * kernel says of both: user, groups, rights, allowed system calls, namespaces, limits, groups of processes, folders. Any
 * difference is a reason to kill it; nothing is assumed of how it got there.
 */

const STATUS =
  /^(?:Uid|Gid|Groups|CapInh|CapPrm|CapEff|CapBnd|CapAmb|NoNewPrivs|Seccomp|Seccomp_filters|Threads):.*$/gm;
/** Standard streams, the line to its template, and the address it listens at. */
const MAX_DESCRIPTORS = 5;
const HARMLESS = /^(?:\/dev\/null|socket:\[\d+\])$/;

/** The names of what differs; empty if nothing does. */
export function differences(holder: number, copy: number, hasStreams: boolean): string[] {
  const [walls, seen] = [wallsOf(holder), wallsOf(copy)];
  const different = Object.keys(walls).filter((name) => walls[name] !== seen[name]);
  return areDescriptorsHarmless(holder, copy, hasStreams) ? different : [...different, 'descriptors'];
}

function wallsOf(pid: number): Record<string, string> {
  const place = `/proc/${pid}`;
  const text = (name: string) => readFileSync(`${place}/${name}`, 'utf8');
  const namespaces = readdirSync(`${place}/ns`).map((name) => [name, readlinkSync(`${place}/ns/${name}`)] as const);
  return {
    ...Object.fromEntries(namespaces),
    status: (text('status').match(STATUS) ?? []).join('\n'),
    limits: text('limits'),
    cgroup: text('cgroup'),
    oom_score_adj: text('oom_score_adj'),
    root: readlinkSync(`${place}/root`),
    cwd: readlinkSync(`${place}/cwd`),
  };
}

/** One that was left open would lead out of the jail. */
function areDescriptorsHarmless(holder: number, copy: number, hasStreams: boolean): boolean {
  const open = readdirSync(`/proc/${copy}/fd`);
  const targetOf = (pid: number, descriptor: string) => readlinkSync(`/proc/${pid}/fd/${descriptor}`);
  return (
    open.length <= MAX_DESCRIPTORS &&
    open.every((descriptor) => {
      const target = targetOf(copy, descriptor);
      return (
        HARMLESS.test(target) || (hasStreams && Number(descriptor) <= 2 && target === targetOf(holder, descriptor))
      );
    })
  );
}
