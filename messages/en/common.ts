/** Words that several parts of the interface share. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  download: 'Download',
  retry: 'Try again',
  language: 'Language',
  unreachable: 'Can’t reach the server.',
} as const;
