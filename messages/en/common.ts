/** Words that several parts of the interface share. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  retry: 'Try again',
  language: 'Language',
} as const;
