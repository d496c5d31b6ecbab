import { translatorOf } from '@/components/lib/translator';

/** Asks the person for a file and reads it as JSON. Undefined if the question is dismissed. */
export async function chooseJson(): Promise<unknown> {
  const file = await new Promise<File | undefined>((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = '.json,application/json';
    input.addEventListener('change', () => resolve(input.files?.[0]));
    input.addEventListener('cancel', () => resolve(undefined));
    input.click();
  });
  if (file === undefined) return undefined;
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(translatorOf('graphs')('errors.badJson', { name: file.name, reason }));
  }
}
