import { krokiJsonContent } from './krokiOperations';
import {
  ENCODED,
  EXAMPLE,
  json,
  optionParameters,
  pictures,
  problemAnswer,
  type Answer,
  type Operation,
  type Parameter,
} from './openapiParts';

/** Rendering over HTTP (docs/render-api.md): what the front serves, and what the OpenAPI document tells. */

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

export const RENDER_OPERATIONS = {
  render: {
    method: 'POST',
    path: '/render',
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
  renderAddress: {
    method: 'GET',
    path: '/{format}/{encoded}',
    summary: 'Render a program in the address',
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
  readRender: {
    method: 'GET',
    path: '/render/jobs/{id}',
    summary: 'Get an asynchronous render',
    parameters: [id],
    responses: {
      ...rendered,
      '202': { description: 'It waits or runs.' },
      '404': problemAnswer('There is none.'),
      '410': problemAnswer('It was cancelled.'),
    },
  },
  cancelRender: {
    method: 'DELETE',
    path: '/render/jobs/{id}',
    summary: 'Cancel an asynchronous render',
    parameters: [id],
    responses: { '204': { description: 'It will end.' }, '404': problemAnswer('There is none.') },
  },
  renderEstablished: {
    method: 'POST',
    path: '/',
    summary: 'Render, compatible with other Asymptote servers',
    parameters: ['f', 'outformat', 'render', 'antialias', 'tex', 'prc', 'flag'].map((name) => ({
      name,
      in: 'query',
      schema:
        name === 'f' || name === 'outformat'
          ? { type: 'string', enum: ['html', 'svg', 'pdf', 'png', 'eps', 'v3d'], default: 'html' }
          : { type: 'string' },
    })),
    requestBody: { required: true, content: { 'text/plain': program, 'application/json': krokiJsonContent } },
    responses: {
      '200': { description: 'The picture.', content: pictures },
      '204': { description: 'Nothing was drawn.' },
      '400': { description: 'An option is wrong.' },
      '408': { description: 'The time limit.' },
      '415': { description: '{"msg": "Asymptote error.", "reason": what asy said}' },
    },
  },
  compileSvg: {
    method: 'POST',
    path: '/compile/svg',
    summary: 'Render to SVG (legacy API)',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: formParts } } },
    responses: {
      '200': { description: '{"error", "output", "svg"}' },
      '400': { description: 'The same, with what is wrong with the request as error.' },
    },
  },
  compilePdf: {
    method: 'POST',
    path: '/compile/pdf',
    summary: 'Render to PDF (legacy API)',
    requestBody: { required: true, content: { 'multipart/form-data': { schema: formParts } } },
    responses: { '200': { description: 'The picture.' }, '400': { description: 'What went wrong, as text.' } },
  },
  status: {
    method: 'GET',
    path: '/status',
    summary: 'Check that the server is up (legacy API)',
    responses: {
      '200': { description: 'ok', content: { 'text/plain': { schema: { type: 'string' } } } },
      '429': problemAnswer('Too often; try again later.', true),
    },
  },
} satisfies Record<string, Operation>;
