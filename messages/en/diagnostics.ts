/** What problems of a program mean. */
export const diagnostics = {} as const;
