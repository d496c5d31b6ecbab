/** The small pages: gallery, packages, API, shared links, errors. */
export const site = {} as const;
