/** Parts that every page is built of. */
export const ui = {} as const;
