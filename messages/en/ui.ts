/** Parts that every page is built of. */
export const ui = {
  /** What can fail on its own; the beginning of `crashed` and `notLoaded`. */
  parts: {
    comparison: 'The comparison',
    fullEditor: 'The full editor',
    menu: 'The menu',
    page: 'Part of the page',
    shell: 'The shell',
  },
  crashed: '{what} crashed. The rest of the page still works, and your code is saved.',
  reload: 'Reload it',
  notLoaded: '{what} couldn’t be loaded. Check your connection.',
  goBack: 'Go back',
  copyLabel: 'Copy {label}',
  copied: 'Copied',
  dismiss: 'Dismiss',
} as const;
