/** Examples, settings and other data that people see. */
export const model = {} as const;
