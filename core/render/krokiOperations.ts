import { ENCODED, EXAMPLE, pictures, type Answer, type Operation, type Parameter } from './openapiParts';

/** Kroki's addresses (docs/render-api.md, 14 to 16): what the front serves, and what the OpenAPI document tells. */

export const KROKI_TYPE = 'asymptote';
export const KROKI_FORMATS = ['svg', 'png', 'pdf'] as const;

const text = { type: 'string' } as const;

// Without an enumeration, since Kroki answers 400 for a format that it does not know.
const format: Parameter = {
  name: 'format',
  in: 'path',
  required: true,
  description: `One of ${KROKI_FORMATS.join(', ')}.`,
  schema: { ...text, default: 'svg' },
};

const responses: Readonly<Record<string, Answer>> = {
  '200': { description: 'The picture.', content: pictures },
  '400': { description: 'The request or the program is wrong: "Error 400: …" with the places in the program.' },
  '413': { description: 'The program is too large.' },
  '503': { description: 'Nothing can be rendered now.' },
};

export const krokiJsonContent = {
  schema: {
    type: 'object',
    required: ['diagram_source'],
    properties: {
      ...{ diagram_source: text, diagram_type: { ...text, enum: [KROKI_TYPE] } },
      ...{ output_format: { ...text, enum: KROKI_FORMATS }, diagram_options: { type: 'object' } },
    },
  },
  example: { diagram_source: EXAMPLE, diagram_type: KROKI_TYPE, output_format: 'svg' },
} as const;

const requestBody: Operation['requestBody'] = {
  required: true,
  content: { 'text/plain': { schema: text, example: EXAMPLE }, 'application/json': krokiJsonContent },
};

export const KROKI_OPERATIONS = {
  krokiAddress: {
    method: 'GET',
    path: `/${KROKI_TYPE}/{format}/{encoded}`,
    summary: 'Render a program in the address (Kroki)',
    parameters: [
      format,
      {
        name: 'encoded',
        in: 'path',
        required: true,
        schema: text,
        example: ENCODED,
      },
    ],
    responses: { ...responses, '304': { description: 'It has not changed.' } },
  },
  krokiFormat: {
    method: 'POST',
    path: `/${KROKI_TYPE}/{format}`,
    summary: 'Render (Kroki)',
    parameters: [format],
    requestBody,
    responses,
  },
  krokiType: {
    method: 'POST',
    path: `/${KROKI_TYPE}`,
    summary: 'Render, with the format in Accept or the body (Kroki)',
    requestBody,
    responses,
  },
} satisfies Record<string, Operation>;
