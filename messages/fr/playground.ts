import type { Translation } from '../translation';
import type { playground as english } from '../en/playground';

export const playground = {} satisfies Translation<typeof english>;
