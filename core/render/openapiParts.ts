import { RENDER_FORMATS, TEX_ENGINES, VERBOSITIES } from '@/core/submission/submission';
import { RENDER_LIMITS } from './limits';
import { mediaType } from './mediaTypes';
import { RENDER_CLASSES, type RENDER_OPTION_NAMES } from './options';

/** The pieces of the OpenAPI document: schemas, parameters and answers that several operations share. */

export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly format?: string;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: string;
}

export type Content = Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>;
export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
  readonly content?: Content;
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` stands for a parameter; where that has a few values only, each of them is an address of its own. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  /** Without it nothing is needed. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** A program to try, and the same as an address carries it. */
export const EXAMPLE = 'size(4cm);\ndraw(unitcircle);\n';
export const ENCODED = 'eNorzqxK1TBJztW05kopSizXKM3LLEnOLErOSQWKAACWVwnM';

const text: Schema = { type: 'string' };
const number = (minimum: number, maximum: number, description: string): Schema => ({
  type: 'number',
  minimum,
  maximum,
  description,
});

/** One for each option, no more and no fewer. */
export const OPTION_SCHEMAS: Readonly<Record<(typeof RENDER_OPTION_NAMES)[number], Schema>> = {
  format: { ...text, enum: RENDER_FORMATS, default: 'svg' },
  engine: { ...text, enum: TEX_ENGINES },
  class: { ...text, enum: RENDER_CLASSES, description: 'The shortest, the middle or the longest duration in force.' },
  duration: { type: 'number', exclusiveMinimum: 0, description: 'Seconds, instead of a class.' },
  scale: number(RENDER_LIMITS.minScale, RENDER_LIMITS.maxScale, 'Makes the finished picture larger.'),
  background: { ...text, description: 'Six or three hexadecimal digits, or a name such as white.' },
  render: number(-1, RENDER_LIMITS.maxRender, 'Pixels per bp, as asy -render.'),
  antialias: number(0, RENDER_LIMITS.maxAntialias, 'As asy -antialias.'),
  verbosity: { type: 'integer', enum: VERBOSITIES, default: 0 },
  stderrRedir: { type: 'boolean', default: true },
  arguments: { type: 'array', items: text, description: "asy's own options, instead of those above; in a body only." },
};

/** A list has no place in an address. */
export const optionParameters: readonly Parameter[] = Object.entries(OPTION_SCHEMAS)
  .filter(([, { type }]) => type !== 'array')
  .map(([name, schema]) => ({ name, in: 'query', schema }));

const problem: Schema = {
  type: 'object',
  required: ['severity', 'message'],
  properties: {
    severity: { ...text, enum: ['error', 'warning'] },
    message: text,
    file: text,
    line: { type: 'integer', minimum: 1 },
    column: { type: 'integer', minimum: 1, description: 'In UTF-16 units.' },
    endColumn: { type: 'integer', minimum: 1 },
  },
};

export const SCHEMAS: Readonly<Record<string, Schema>> = {
  Options: { type: 'object', properties: OPTION_SCHEMAS, additionalProperties: false },
  RenderRequest: {
    type: 'object',
    required: ['files'],
    properties: {
      files: {
        type: 'object',
        description: 'By name.',
        additionalProperties: {
          oneOf: [text, { type: 'object', required: ['base64'], properties: { base64: { ...text, format: 'byte' } } }],
        },
      },
      main: { ...text, description: 'Not needed if there is one .asy file.' },
      options: { $ref: '#/components/schemas/Options' },
    },
  },
  Render: {
    type: 'object',
    properties: {
      outcome: text,
      results: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            ...{ format: text, filename: text, type: text, data: text },
            encoding: { ...text, enum: ['utf8', 'base64'] },
          },
        },
      },
      ...{ output: text, stdout: text, stderr: text },
      problems: { type: 'array', items: { $ref: '#/components/schemas/ProgramProblem' } },
      timings: { type: 'object', additionalProperties: { type: 'number', description: 'Milliseconds.' } },
      cache: { ...text, enum: ['hit', 'miss'] },
    },
  },
  ProgramProblem: problem,
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'problems'],
    properties: {
      ...{ type: text, title: text, status: { type: 'integer' }, detail: text },
      problems: { type: 'array', items: { $ref: '#/components/schemas/ProgramProblem' } },
    },
  },
};

const binary: Schema = { type: 'string', format: 'binary' };

export const pictures: Content = Object.fromEntries(
  RENDER_FORMATS.map((format) => [mediaType(format).replace(/;.*/, ''), { schema: binary }]),
);

export function json(name: string): Content {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
}

export function problemAnswer(description: string, retries = false): Answer {
  const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
  return {
    description,
    ...(retries ? { headers: retryAfter } : {}),
    content: {
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
      'image/svg+xml': { schema: binary },
    },
  };
}
