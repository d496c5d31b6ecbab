import type { Translation } from '../translation';
import type { diagnostics as english } from '../en/diagnostics';

export const diagnostics = {} satisfies Translation<typeof english>;
