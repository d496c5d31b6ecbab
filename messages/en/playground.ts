/** The playground: its bars, dialogs and menus. */
export const playground = {} as const;
