/** The editor and what it suggests. */
export const editor = {} as const;
