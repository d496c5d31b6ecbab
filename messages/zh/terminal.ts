import type { Translation } from '../translation';
import type { terminal as english } from '../en/terminal';

export const terminal = {} satisfies Translation<typeof english>;
