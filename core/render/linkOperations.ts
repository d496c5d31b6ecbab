import { LINK_LIMITS } from '@/core/links/limits';
import { RENDER_FORMATS } from '@/core/submission/submission';
import {
  json,
  pictures,
  problemAnswer,
  type Answer,
  type Operation,
  type Parameter,
  type Schema,
} from './openapiParts';

/** Shared links and oEmbed (docs/sharing.md): what the front serves, and what the OpenAPI document tells. */

const text: Schema = { type: 'string' };
const id: Parameter = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{24}$' } };
const noLink = problemAnswer('There is no such link.');
const notOwner = problemAnswer("The link's token is needed, or the request comes from a foreign page.");
const tooOften = problemAnswer('Too often; try again later.', true);
const full = problemAnswer('There is no room for more links.');
const wrong = { '400': problemAnswer('The request is wrong.'), '413': problemAnswer('The request is too large.') };
const ownerOnly: Operation['security'] = [{ linkToken: [] }];

const body: Operation['requestBody'] = {
  required: true,
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/LinkRequest' },
      example: { files: [{ name: 'main.asy', text: 'draw(unitcircle);' }], main: 'main.asy', title: 'A circle' },
    },
  },
};

const ok = (description: string, name: 'Link' | 'NewLink' | 'SharedLink'): Answer => ({
  description,
  content: json(name),
});

export const LINK_SCHEMAS: Readonly<Record<'LinkRequest' | 'Link' | 'NewLink' | 'SharedLink' | 'Oembed', Schema>> =
  linkSchemas();

function linkSchemas() {
  const files: Schema = {
    type: 'array',
    items: {
      type: 'object',
      required: ['name'],
      description: 'With either text or base64.',
      properties: { name: text, text, base64: { ...text, format: 'byte' } },
    },
  };
  const project = { files, main: text, options: { $ref: '#/components/schemas/Options' } };
  const link = {
    alt: { ...text, description: 'What the picture shows, from a comment of the program.' },
    ...{ id: text, title: text, url: { ...text, format: 'uri' }, embed: { ...text, format: 'uri' } },
    ...{ createdAtMs: { type: 'number' }, updatedAtMs: { type: 'number' } },
    expiresAtMs: { type: 'number', description: 'Absent: it stays until it is deleted.' },
    revision: { type: 'integer', minimum: 1 },
    pictureFormat: { ...text, enum: ['svg', 'png', 'html'], description: 'Absent if the program draws nothing.' },
    width: { type: 'number', description: 'CSS pixels.' },
    height: { type: 'number', description: 'CSS pixels.' },
  };
  const required = ['id', 'title', 'url', 'embed', 'createdAtMs', 'updatedAtMs', 'revision'];
  return {
    LinkRequest: {
      type: 'object',
      required: ['files', 'main'],
      properties: {
        ...project,
        title: { ...text, description: `At most ${LINK_LIMITS.maxTitleCharacters} characters.` },
        expiresInDays: { type: ['number', 'null'], minimum: 0.001, maximum: LINK_LIMITS.maxExpiryDays },
      },
    },
    Link: { type: 'object', required, properties: link },
    NewLink: {
      type: 'object',
      required: [...required, 'token'],
      properties: { ...link, token: { ...text, description: 'To change or delete the link; told only here.' } },
    },
    SharedLink: {
      type: 'object',
      required: [...required, 'files', 'main', 'options'],
      properties: { ...link, ...project },
    },
    Oembed: {
      type: 'object',
      required: ['version', 'type', 'title', 'provider_name', 'provider_url', 'html', 'width', 'height'],
      properties: {
        ...{ version: { ...text, enum: ['1.0'] }, type: { ...text, enum: ['rich'] }, title: text, html: text },
        ...{ provider_name: text, provider_url: text, width: { type: 'integer' }, height: { type: 'integer' } },
        ...{ thumbnail_url: text, thumbnail_width: { type: 'integer' }, thumbnail_height: { type: 'integer' } },
      },
    },
  } satisfies Record<string, Schema>;
}

const drawn: Readonly<Record<string, Answer>> = {
  '404': noLink,
  '422': problemAnswer('The program has an error, draws nothing, or ran into a limit.'),
  '503': problemAnswer('The wait would be too long, or nothing can be rendered now.', true),
};

export const LINK_OPERATIONS = {
  createLink: {
    method: 'POST',
    path: '/api/links',
    summary: 'Share a project',
    requestBody: body,
    responses: {
      ...{
        '201': ok('The link, with its token.', 'NewLink'),
        ...wrong,
        '403': notOwner,
        '429': tooOften,
        '507': full,
      },
    },
  },
  readLink: {
    method: 'GET',
    path: '/api/links/{id}',
    summary: 'Get a link and its project',
    parameters: [id],
    responses: { '200': ok('The link.', 'SharedLink'), '404': noLink },
  },
  updateLink: {
    method: 'PUT',
    path: '/api/links/{id}',
    summary: 'Change what a link shows',
    parameters: [id],
    security: ownerOnly,
    requestBody: body,
    responses: {
      ...{ '200': ok('The link.', 'Link'), ...wrong, '403': notOwner, '404': noLink, '429': tooOften, '507': full },
    },
  },
  deleteLink: {
    method: 'DELETE',
    path: '/api/links/{id}',
    summary: 'Delete a link',
    parameters: [id],
    security: ownerOnly,
    responses: { '204': { description: 'It is gone.' }, '403': notOwner, '404': noLink },
  },
  reportLink: {
    method: 'POST',
    path: '/api/links/{id}/report',
    summary: 'Report a link to the operator',
    parameters: [id],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { type: 'object', required: ['words'], properties: { words: text } } },
      },
    },
    responses: { '204': { description: 'Thank you.' }, ...wrong, '404': noLink, '429': tooOften },
  },
  linkPicture: {
    method: 'GET',
    path: '/s/{id}/picture.{format}',
    summary: 'Get the current picture of a link',
    parameters: [id, { name: 'format', in: 'path', required: true, schema: { type: 'string', enum: RENDER_FORMATS } }],
    responses: { '200': { description: 'The picture.', content: pictures }, ...drawn },
  },
  linkPreview: {
    method: 'GET',
    path: '/s/{id}/preview.png',
    summary: 'Get a preview picture of fixed size',
    parameters: [id],
    responses: {
      '200': {
        description: 'The picture.',
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      ...drawn,
    },
  },
  oembed: {
    method: 'GET',
    path: '/oembed',
    summary: 'Get the embed code of a link (oEmbed 1.0)',
    parameters: [
      { name: 'url', in: 'query', required: true, schema: { type: 'string', format: 'uri' } },
      { name: 'format', in: 'query', schema: { type: 'string', enum: ['json', 'xml'], default: 'json' } },
      { name: 'maxwidth', in: 'query', schema: { type: 'integer', minimum: 1 } },
      { name: 'maxheight', in: 'query', schema: { type: 'integer', minimum: 1 } },
    ],
    responses: {
      '200': { description: 'A frame.', content: { ...json('Oembed'), 'text/xml': { schema: text } } },
      '404': { description: 'There is no such link.', content: { 'text/plain': { schema: text } } },
      '501': { description: 'The format is neither json nor xml.', content: { 'text/plain': { schema: text } } },
    },
  },
} satisfies Record<string, Operation>;
