/** Asks the person for files. None if the question is dismissed. */
export function chooseFiles(): Promise<File[]> {
  return choose((input) => (input.multiple = true));
}

export function chooseArchive(): Promise<File[]> {
  return choose((input) => (input.accept = '.zip'));
}

/** All files in it and below, with the paths they have there. */
export function chooseFolder(): Promise<File[]> {
  return choose((input) => (input.webkitdirectory = true));
}

function choose(prepare: (input: HTMLInputElement) => void): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    prepare(input);
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
