import { failure } from '../errors';
import { refusal, success, type Result } from '../result';
import { ADMIN_ROLES, type AdminRole } from './roles';

/** `alice:admin,@teachers:operator`, as PROXY_ROLES has it. */
export function readRoles(entries: readonly string[]): Result<ReadonlyMap<string, AdminRole>> {
  const roles = new Map<string, AdminRole>();
  for (const entry of entries.filter((text) => text !== '')) {
    const at = entry.lastIndexOf(':');
    const [name, text] = [entry.slice(0, Math.max(0, at)), entry.slice(at + 1)];
    const role = ADMIN_ROLES.find((known) => known === text);
    if (name === '' || role === undefined)
      return refusal(
        failure(
          'config',
          `PROXY_ROLES has ${JSON.stringify(entry)}; each is NAME:ROLE or @GROUP:ROLE, of ${ADMIN_ROLES.join(', ')}.`,
        ),
      );
    roles.set(name, role);
  }
  return success(roles);
}
