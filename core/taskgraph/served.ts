import { z } from 'zod';
import { TASK_GRAPH_LIMITS } from './limits';

/**
 * Whose tasks a worker takes (docs/task-graph.md, 8). A token may be bound to owners and labels, and each claim may name
 * fewer; a worker never gets more than both allow.
 */

const { maxServedOwners, maxLabels, maxLabelCharacters } = TASK_GRAPH_LIMITS;

/** The fields of a claim, and of a new token of a worker. */
export const servedFields = {
  /** As `owner` of a task says; absent: of everybody who has a token. */
  owners: z
    .array(z.string().regex(/^token:[\w-]{1,64}$/, 'expected owners such as "token:k-1f6b"'))
    .min(1)
    .max(maxServedOwners)
    .optional(),
  /** One of which the task must have; absent: any task. */
  labels: z.array(z.string().min(1).max(maxLabelCharacters)).min(1).max(maxLabels).optional(),
};

export interface ServedFields {
  readonly owners?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** As platform/redis/scripts/taskgraphServed.lua reads it. */
export interface Served {
  /** Absent: everybody who has a token. */
  readonly owners?: readonly string[];
  /** Lists of which the task must have a label each. */
  readonly labels: readonly (readonly string[])[];
}

export const SERVES_ALL: Served = { labels: [] };

/** What all of these allow. */
export function servedBy(...bounds: readonly ServedFields[]): Served {
  const named = bounds.flatMap(({ owners }) => (owners === undefined ? [] : [owners]));
  const [first, ...others] = named;
  const owners = first?.filter((owner) => others.every((list) => list.includes(owner)));
  return { ...(owners && { owners }), labels: bounds.flatMap(({ labels }) => (labels === undefined ? [] : [labels])) };
}
