import { existsSync } from 'node:fs';

/** What jails need where containers forbid it (docs/containers.md). */
export const CONTAINER_FLAGS = '--security-opt seccomp=unconfined --security-opt unmask=ALL';

/** Podman and Docker leave these files in a container. */
export function isInContainer(): boolean {
  return ['/run/.containerenv', '/.dockerenv'].some((file) => existsSync(file));
}
