import type { Translation } from '../translation';
import type { picture as english } from '../en/picture';

export const picture = {} satisfies Translation<typeof english>;
