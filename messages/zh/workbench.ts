import type { Translation } from '../translation';
import type { workbench as english } from '../en/workbench';

export const workbench = {} satisfies Translation<typeof english>;
