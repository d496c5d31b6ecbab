import {
  json,
  optionParameters,
  pictures,
  problemAnswer,
  SCHEMAS,
  type Answer,
  type Content,
  type Parameter,
} from './openapiParts';
import { LINK_PATHS, LINK_SCHEMAS } from './openapiLinks';

/** The OpenAPI document of rendering over HTTP (docs/render-api.md) and of links (docs/sharing.md). The page of the API is made from it. */

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** Without it nothing is needed. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

export type Method = 'get' | 'post' | 'put' | 'delete';
export type PathItem = Readonly<Partial<Record<Method, Operation>>>;

const EXAMPLE = 'size(4cm);\ndraw(unitcircle);\n';
/** The same program as an address carries it. */
const ENCODED = 'eNorzqxK1TBJztW05kopSizXKM3LLEnOLErOSQWKAACWVwnM';
const program = { schema: { type: 'string' }, example: EXAMPLE };
const id: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const mainParameter: Parameter = { name: 'main', in: 'query', schema: { type: 'string', default: 'main.asy' } };

const rendered: Readonly<Record<string, Answer>> = {
  '200': { description: 'The picture, or everything as JSON, by Accept.', content: { ...pictures, ...json('Render') } },
  '400': problemAnswer('The request is wrong.'),
  '413': problemAnswer('The request is too large.'),
  '422': problemAnswer('The program has an error, draws nothing, or ran into a limit.'),
  '503': problemAnswer('The wait would be too long, or nothing can be rendered now.', true),
};

const formParts = {
  type: 'object',
  properties: {
    info: { type: 'string', description: '{"main": name}' },
    file: { type: 'string', format: 'binary', description: 'Any number of files, each under its name.' },
  },
} as const;

const PATHS: Readonly<Record<string, PathItem>> = {
  '/render': {
    post: {
      operationId: 'render',
      summary: 'Render a program',
      description: 'With "Prefer: respond-async" the answer is 202 and a Location to ask.',
      parameters: [
        ...optionParameters,
        mainParameter,
        { name: 'Prefer', in: 'header', schema: { type: 'string', enum: ['respond-async'] } },
      ],
      requestBody: {
        required: true,
        content: {
          'text/plain': program,
          'application/json': {
            schema: { $ref: '#/components/schemas/RenderRequest' },
            example: { files: { 'main.asy': EXAMPLE }, main: 'main.asy', options: { format: 'svg' } },
          },
          'multipart/form-data': { schema: { type: 'object', description: 'Files, main, and options by name.' } },
        },
      },
      responses: { ...rendered, '202': { description: 'It will be rendered; Location tells where to ask.' } },
    },
  },
  '/{format}/{encoded}': {
    get: {
      operationId: 'renderAddress',
      summary: 'A picture by its address',
      description: 'The program is deflated (zlib) and in base64url.',
      parameters: [
        {
          name: 'format',
          in: 'path',
          required: true,
          schema: { type: 'string', enum: ['svg', 'png', 'pdf', 'eps', 'html', 'v3d'], default: 'svg' },
        },
        { name: 'encoded', in: 'path', required: true, schema: { type: 'string' }, example: ENCODED },
        ...optionParameters.filter(({ name }) => name !== 'format'),
      ],
      responses: { ...rendered, '304': { description: 'It has not changed.' } },
    },
  },
  '/render/jobs/{id}': {
    get: {
      operationId: 'readRender',
      summary: 'What has become of an asynchronous render',
      parameters: [id],
      responses: {
        ...rendered,
        '202': { description: 'It waits or runs.' },
        '404': problemAnswer('There is none.'),
        '410': problemAnswer('It was cancelled.'),
      },
    },
    delete: {
      operationId: 'cancelRender',
      summary: 'Cancel an asynchronous render',
      parameters: [id],
      responses: { '204': { description: 'It will end.' }, '404': problemAnswer('There is none.') },
    },
  },
  '/': {
    post: {
      operationId: 'renderEstablished',
      summary: 'Render as other Asymptote servers do',
      parameters: ['f', 'outformat', 'render', 'antialias', 'tex', 'prc', 'flag'].map((name) => ({
        name,
        in: 'query',
        schema:
          name === 'f' || name === 'outformat'
            ? { type: 'string', enum: ['html', 'svg', 'pdf', 'png', 'eps', 'v3d'], default: 'html' }
            : { type: 'string' },
      })),
      requestBody: { required: true, content: { 'text/plain': program } },
      responses: {
        '200': { description: 'The picture.', content: pictures },
        '204': { description: 'Nothing was drawn.' },
        '400': { description: 'An option is wrong.' },
        '408': { description: 'The time limit.' },
        '415': { description: '{"msg": "Asymptote error.", "reason": what asy said}' },
      },
    },
  },
  '/compile/svg': {
    post: {
      operationId: 'compileSvg',
      summary: 'The older form, for SVG',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formParts } } },
      responses: {
        '200': { description: '{"error", "output", "svg"}' },
        '400': { description: 'The same, with what is wrong with the request as error.' },
      },
    },
  },
  '/compile/pdf': {
    post: {
      operationId: 'compilePdf',
      summary: 'The older form, for PDF',
      requestBody: { required: true, content: { 'multipart/form-data': { schema: formParts } } },
      responses: { '200': { description: 'The picture.' }, '400': { description: 'What went wrong, as text.' } },
    },
  },
  '/status': {
    get: { operationId: 'status', summary: 'Whether somebody is there', responses: { '200': { description: 'ok' } } },
  },
};

export function openapiDocument(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Asyground',
      version,
      description: 'Pictures from Asymptote programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    security: [],
    paths: { ...PATHS, ...LINK_PATHS },
    components: {
      schemas: { ...SCHEMAS, ...LINK_SCHEMAS },
      securitySchemes: {
        linkToken: { type: 'http', scheme: 'bearer', description: 'The token that came with a new link.' },
      },
    },
  };
}
