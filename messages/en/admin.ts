/** The admin page. */
export const admin = {} as const;
