import { describe, expect, it } from 'vitest';
import { openapiDocument, type Method } from '@/core/render/openapi';
import { curlOf, exampleCurl, requestOf } from './request';

const { paths } = openapiDocument('1');
const empty = { parameters: {}, contentType: undefined, body: '', accept: '' };

describe('a request to try', () => {
  it('has its parameters in their places, and leaves empty ones out', () => {
    const operation = paths['/{format}/{encoded}']?.get;
    const tried =
      operation &&
      requestOf('/{format}/{encoded}', 'get', operation, {
        ...empty,
        parameters: { format: 'svg', encoded: 'a_b-c', scale: '2', background: '' },
        accept: 'image/*',
      });
    expect(tried).toEqual({ address: '/svg/a_b-c?scale=2', init: { method: 'GET', headers: { accept: 'image/*' } } });
  });

  it('has an example of every operation', () => {
    for (const [path, item] of Object.entries(paths))
      for (const [method, operation] of Object.entries(item))
        expect(exampleCurl('http://h', path, method as Method, operation)).toMatch(/^curl .*'http:\/\/h\/[^{}]*'$/s);
  });

  it('can be copied into a shell', () => {
    const operation = paths['/render']?.post;
    const tried =
      operation &&
      requestOf('/render', 'post', operation, { ...empty, contentType: 'text/plain', body: "write('x');" });
    expect(tried && curlOf('http://h', tried)).toBe(
      String.raw`curl -X POST -H 'content-type: text/plain' --data-binary 'write('\''x'\'');' 'http://h/render'`,
    );
  });
});
