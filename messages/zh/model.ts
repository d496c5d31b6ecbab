import type { Translation } from '../translation';
import type { model as english } from '../en/model';

export const model = {} satisfies Translation<typeof english>;
