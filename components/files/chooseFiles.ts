import { SUBMISSION_LIMITS } from '@/core/limits';

/** Asks the person for files. None if the question is dismissed. */
export function chooseFiles(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.accept = ['asy', 'zip', ...SUBMISSION_LIMITS.dataExtensions].map((extension) => `.${extension}`).join(',');
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
