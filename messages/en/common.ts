/** Words that several parts of the interface share. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  download: 'Download',
  retry: 'Try again',
  language: 'Language',
  crash: {
    title: 'Something went wrong',
    text: 'The page crashed. Your code is saved in this browser.',
    download: 'Download your code',
    openPlayground: 'Open playground',
  },
  unreachable: 'Can’t reach the server.',
} as const;
