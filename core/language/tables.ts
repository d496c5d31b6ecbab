import { z } from 'zod';
import type { LibraryPlaces } from '@/core/diagnostics/callingLine';
import { importsIn } from './definitions';

/** What asy says about its modules (scripts/generate-language.mjs), loaded when it is first asked for. */

const tableSchema = z.array(z.tuple([z.string()], z.string()));
const modulesSchema = z.array(z.string());
const placesSchema = z.record(z.string(), z.array(z.tuple([z.number(), z.string()])));

const PLAIN = 'plain';

/** Signatures by name; a name has several if it is overloaded. */
export type Table = ReadonlyMap<string, readonly string[]>;

type FetchJson = (address: string) => Promise<unknown>;

export class LanguageTables {
  private readonly tables = new Map<string, Promise<Table>>();
  private moduleList: Promise<readonly string[]> | undefined;
  private loadedPlaces: Promise<LibraryPlaces> | undefined;

  constructor(
    /** As in `/language/2.85`. */
    private readonly folder: string,
    private readonly fetchJson: FetchJson,
  ) {}

  /** The modules that can be imported. */
  modules(): Promise<readonly string[]> {
    this.moduleList ??= this.fetchJson(`${this.folder}/modules.json`)
      .then((json) => modulesSchema.parse(json))
      .catch(() => []);
    return this.moduleList;
  }

  /** The tables of plain and of what the code imports. Files of the draft are not among them. */
  async inForce(code: string): Promise<readonly Table[]> {
    const known = await this.modules();
    const wanted = [...new Set(importsOf(code))].filter((name) => known.includes(name));
    return Promise.all([PLAIN, ...wanted].map((name) => this.table(name)));
  }

  async signatures(code: string, name: string): Promise<readonly string[]> {
    return (await this.inForce(code)).flatMap((table) => table.get(name) ?? []);
  }

  /** What each module calls by this name. */
  async everywhere(name: string): Promise<readonly { readonly module: string; readonly signature: string }[]> {
    const modules = await this.modules();
    const found = await Promise.all(
      [...new Set([PLAIN, ...modules])].map(async (module) => {
        const signatures = (await this.table(module)).get(name) ?? [];
        return signatures.map((signature) => ({ module, signature }));
      }),
    );
    return found.flat();
  }

  /** All names of these modules. */
  async allNames(): Promise<readonly string[]> {
    const modules = await this.modules();
    const tables = await Promise.all([PLAIN, ...modules].map((module) => this.table(module)));
    return [...new Set([...modules, ...tables.flatMap((table) => [...table.keys()])])];
  }

  /** The names that a module brings; none for the parts of asy that nobody imports. */
  async namesOf(module: string): Promise<readonly string[]> {
    return (await this.modules()).includes(module) ? [...(await this.table(module)).keys()] : [];
  }

  places(): Promise<LibraryPlaces> {
    this.loadedPlaces ??= this.fetchJson(`${this.folder}/places.json`)
      .then((json) => placesSchema.parse(json))
      .catch(() => ({}));
    return this.loadedPlaces;
  }

  private table(name: string): Promise<Table> {
    const known = this.tables.get(name);
    if (known !== undefined) return known;
    const loading = this.fetchJson(`${this.folder}/${name}.json`).then(
      (json): Table => new Map(tableSchema.parse(json).map(([word, ...signatures]) => [word, signatures])),
      // Without a connection there is no help; the next question tries again.
      (): Table => {
        this.tables.delete(name);
        return new Map();
      },
    );
    this.tables.set(name, loading);
    return loading;
  }
}

export function importsOf(code: string): string[] {
  return importsIn(code).map(({ module }) => module);
}
