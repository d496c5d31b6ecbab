import type { Translation } from '../translation';
import type { graphs as english } from '../en/graphs';

export const graphs = {} satisfies Translation<typeof english>;
