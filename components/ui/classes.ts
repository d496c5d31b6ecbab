/** Class names of controls that look alike all over the pages. */

const CONTROL = 'inline-flex h-7 items-center justify-center gap-1.5 rounded-md whitespace-nowrap select-none';

/** Flat until it is pointed at; pressed shows in accent and weight, so that colour is not all. */
export const FLAT_BUTTON = `${CONTROL} min-w-7 px-1.5 text-text hover:bg-hover aria-disabled:text-muted aria-disabled:hover:bg-transparent aria-pressed:bg-accent-soft aria-pressed:text-accent`;

export const OUTLINE_BUTTON = `${CONTROL} border border-edge bg-surface px-2.5 text-text hover:bg-hover`;

/** The one thing a window is there for. */
export const PRIMARY_BUTTON = `${CONTROL} border border-transparent bg-accent px-2.5 font-medium text-on-accent hover:bg-accent-hover`;

export const FIELD = 'h-7 rounded-md border border-line bg-surface px-1.5 text-text hover:border-edge';
