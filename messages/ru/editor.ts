import type { Translation } from '../translation';
import type { editor as english } from '../en/editor';

export const editor = {} satisfies Translation<typeof english>;
