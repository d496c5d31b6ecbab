import { LanguageTables } from '@/core/language/tables';
import { at } from '@/core/basePath';

let shared: LanguageTables | undefined;

/** The tables that this server hands out, loaded once for editor, shell and problems. `version` is that of asy. */
export function browserTables(version: string): LanguageTables {
  shared ??= new LanguageTables(
    at(`/language/${version}`),
    async (address) => (await fetch(address)).json() as Promise<unknown>,
  );
  return shared;
}
