import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Holds every answer of /api/v1 against what /api/v1/openapi.json says of its route and status. */

interface Described {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Described>> }>>>
  >;
}

const checks = new Map<string, Promise<AnswerCheck>>();
/** Anybody may read them; they are not in the document. */
const ABOUT_ITSELF = ['/openapi.json', '/docs'];

export class AnswerCheck {
  /** Of the product at this address, asked for once. */
  static of(url: string): Promise<AnswerCheck> {
    const known = checks.get(url) ?? read(url);
    checks.set(url, known);
    known.catch(() => checks.delete(url));
    return known;
  }

  private readonly ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: false });
  private readonly compiled = new Map<string, ValidateFunction>();
  /** Which operations were answered with a success so far, as `get /tasks/{id}`. */
  readonly answered = new Set<string>();

  constructor(private readonly document: Document) {
    addFormats.default(this.ajv);
    // What zod calls the form of a text; the text itself is read by the tests.
    this.ajv.addFormat('base64', true);
    this.ajv.addSchema(document, 'api');
  }

  get operations(): string[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
  }

  /** Throws if the answer is not what the document says. */
  check(method: string, url: string, status: number, type: string | null, body: unknown): void {
    const told = `${method} ${url} answered ${status} ${type}`;
    const [address = ''] = url.split('?');
    const path = this.pathOf(address, method.toLowerCase());
    if (path === undefined) {
      if (status >= 400) this.validate(['components', 'schemas', 'Problem'], body, told);
      else if (!ABOUT_ITSELF.includes(address)) throw new Error(`${told}, and the document has no such route`);
      return;
    }
    const operation = method.toLowerCase();
    const { responses = {} } = this.document.paths[path]?.[operation] ?? {};
    const keys = [String(status), `${String(status).charAt(0)}XX`];
    const key = keys.find((told) => Object.hasOwn(responses, told)) ?? 'default';
    if (key === 'default' && status < 400) throw new Error(`${told}, a status that the document does not have`);
    if (status < 400) this.answered.add(`${operation} ${path}`);
    const { content } = responses[key] ?? {};
    const given = type?.split(';')[0]?.trim();
    if (content === undefined) {
      if (body !== '') throw new Error(`${told}, and the document has no body there`);
      return;
    }
    const media = Object.keys(content).find((known) => known === given) ?? '*/*';
    if (!Object.hasOwn(content, media)) throw new Error(`${told}; the document has ${Object.keys(content).join(', ')}`);
    if (media.endsWith('json')) {
      this.validate(['paths', path, operation, 'responses', key, 'content', media, 'schema'], body, told);
    }
  }

  /** A path without parameters comes before one with them, as in the router. */
  private pathOf(address: string, method: string): string | undefined {
    const parts = address.split('/');
    const fits = Object.keys(this.document.paths).filter((path) => {
      const named = path.split('/');
      const isFit = named.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i] !== ''));
      return named.length === parts.length && isFit && this.document.paths[path]?.[method] !== undefined;
    });
    return fits.sort((a, b) => a.split('{').length - b.split('{').length)[0];
  }

  private validate(where: readonly string[], body: unknown, told: string): void {
    const pointer = where.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    const known = this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `api#/${pointer}` });
    this.compiled.set(pointer, known);
    if (known(body)) return;
    const text = JSON.stringify(body).slice(0, 2000);
    throw new Error(`${told}, not as the document says: ${this.ajv.errorsText(known.errors)}\n${text}`);
  }
}

async function read(url: string): Promise<AnswerCheck> {
  const response = await fetch(`${url}/api/v1/openapi.json`);
  if (!response.ok) throw new Error(`${url} did not tell its document: ${response.status}`);
  return new AnswerCheck((await response.json()) as Document);
}
