/** Problems, output and the shell. */
export const terminal = {} as const;
