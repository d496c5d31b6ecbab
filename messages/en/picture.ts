/** The picture and its tools. */
export const picture = {} as const;
