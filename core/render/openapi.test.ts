import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from './openapi';
import { OPTION_SCHEMAS } from './openapiParts';
import { parseRenderOptions, RENDER_OPTION_NAMES } from './options';

const document = openapiDocument('1.2.3');

describe('the OpenAPI document', () => {
  it('knows every option, with limits that hold', () => {
    expect(Object.keys(OPTION_SCHEMAS).sort()).toEqual([...RENDER_OPTION_NAMES].sort());
    for (const [name, { minimum, maximum, enum: words = [] }] of Object.entries(OPTION_SCHEMAS)) {
      for (const value of [minimum, maximum, ...words].filter((known) => known !== undefined))
        expect([name, value, parseRenderOptions({ [name]: value }, [3, 10, 30]).ok]).toEqual([name, value, true]);
      if (maximum !== undefined)
        expect(parseRenderOptions({ [name]: maximum + 1 }, [3, 10, 30])).toMatchObject({
          failure: { code: 'bad-option' },
        });
    }
  });

  it('refers only to what is there', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(references.length).toBeGreaterThan(0);
    for (const name of references) expect(document.components.schemas).toHaveProperty(name ?? '');
  });

  it('names each operation once, and has links and oEmbed', () => {
    const names = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['render', 'createLink', 'updateLink', 'linkPicture', 'oembed']));
    expect(document.servers).toMatchObject([{ url: '/' }]);
  });

  it('says of each operation how it refuses', () => {
    for (const item of Object.values(document.paths))
      for (const { operationId, responses } of Object.values(item))
        expect([operationId, Object.keys(responses).some((status) => status.startsWith('4'))]).toEqual([
          operationId,
          true,
        ]);
  });

  it('names every part of a path as a parameter, and shows an address that works', () => {
    for (const [path, item] of Object.entries(document.paths))
      for (const operation of Object.values(item)) {
        const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path');
        expect(named.map(({ name }) => `{${name}}`).sort()).toEqual([...(path.match(/\{\w+\}/g) ?? [])].sort());
      }
    const encoded = document.paths['/{format}/{encoded}']?.get?.parameters?.find(({ name }) => name === 'encoded');
    const source = inflateSync(Buffer.from(encoded?.example ?? '', 'base64url')).toString();
    expect(source).toBe('size(4cm);\ndraw(unitcircle);\n');
  });
});
