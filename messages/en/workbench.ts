/** Actions, notices and what a run says. */
export const workbench = {} as const;
