import { readFileSync } from 'node:fs';

/** What the kernel tells about another process. */

/** A debugger holds it. */
export function isTraced(pid: number | undefined): boolean {
  return field(pid, 'TracerPid') !== undefined && field(pid, 'TracerPid') !== '0';
}

/** Whether it computes, waits or is stopped, and where in the kernel it waits. */
export function stateOf(pid: number | undefined): { readonly state?: string; readonly waitsIn?: string } {
  return { state: field(pid, 'State'), waitsIn: read(`/proc/${pid}/wchan`) };
}

function field(pid: number | undefined, name: string): string | undefined {
  const line = read(`/proc/${pid}/status`)
    ?.split('\n')
    .find((one) => one.startsWith(`${name}:`));
  return line?.slice(name.length + 1).trim();
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
