import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { formatServerText, parseServerText, serverCarriesBytes } from './serverMessages';

// docs/asyonline.md, 3
describe('a message of the server', () => {
  it('is written without spaces and without absent keys', () => {
    expect(formatServerText('complete', {})).toBe('complete {}');
    expect(formatServerText('complete', { error: undefined })).toBe('complete {}');
    expect(formatServerText('queue', { estimate: 1.5, position: 2 })).toBe('queue {"estimate":1.5,"position":2}');
    expect(formatServerText('missing', [{ filename: 'a.asy', hash: '00' }])).toBe(
      'missing [{"filename":"a.asy","hash":"00"}]',
    );
  });

  it('carries bytes if it is an output or a result', () => {
    expect(serverCarriesBytes('output')).toBe(true);
    expect(serverCarriesBytes('result')).toBe(true);
    expect(serverCarriesBytes('complete')).toBe(false);
  });

  it.each([
    ['deny {"error":"no"}', { name: 'deny', args: { error: 'no' } }],
    ['missing []', { name: 'missing', args: [] }],
    ['queue {"estimate":3,"upper":null,"more":1}', { name: 'queue', args: { estimate: 3 } }],
    ['result {"format":"jpg","filename":"x"}', { name: 'result', args: { format: 'jpg', filename: 'x' } }],
    ['output {"stream":"stderr"}', { name: 'output', args: { stream: 'stderr' } }],
    ['complete {}', { name: 'complete', args: {} }],
  ])('%s is understood', (text, value) => {
    expect(parseServerText(text)).toEqual({ ok: true, value });
  });

  it.each([
    'complete',
    'missing {}',
    'missing [{"filename":"a.asy"}]',
    'output {"stream":"x"}',
    'queue {}',
    'hello {}',
    'deny 1',
  ])('%s is not', (text) => {
    expect(parseServerText(text)).toMatchObject({ ok: false, failure: { code: 'bad-message' } });
  });

  it('comes back as it went out', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (error, filename) => {
        expect(parseServerText(formatServerText('deny', { error }))).toMatchObject({ value: { args: { error } } });
        const result = parseServerText(formatServerText('result', { format: 'svg', filename }));
        expect(result).toMatchObject({ value: { args: filename === undefined ? { format: 'svg' } : { filename } } });
      }),
    );
  });
});
