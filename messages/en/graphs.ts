/** The page of task graphs. */
export const graphs = {} as const;
