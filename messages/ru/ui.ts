import type { Translation } from '../translation';
import type { ui as english } from '../en/ui';

export const ui = {} satisfies Translation<typeof english>;
