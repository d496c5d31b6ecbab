/** The ten steps of the tutorial. */
export const tutorial = {} as const;
