import type { Translation } from '../translation';
import type { site as english } from '../en/site';

export const site = {} satisfies Translation<typeof english>;
