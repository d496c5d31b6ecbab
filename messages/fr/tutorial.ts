import type { Translation } from '../translation';
import type { tutorial as english } from '../en/tutorial';

export const tutorial = {} satisfies Translation<typeof english>;
