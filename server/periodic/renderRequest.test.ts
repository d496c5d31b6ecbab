import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_LIMITS } from '@/core/submission/limits';
import { readRenderRequest } from './renderRequest';

const readBytes = (workload: Uint8Array) => {
  const made = readRenderRequest(workload, DEFAULT_SUBMISSION_LIMITS);
  return made.ok ? made.value : made.failure;
};
const read = (request: unknown) =>
  readBytes(new TextEncoder().encode(typeof request === 'string' ? request : JSON.stringify(request)));
const files = { 'main.asy': 'draw((0,0)--(1,1));', 'data.csv': '1,2' };

// docs/periodic.md, 10
describe('a request to render', () => {
  it('is a submission like any other', () => {
    expect(read({ files, main: 'main.asy', options: { format: 'png', duration: 900 } })).toMatchObject({
      kind: 'render',
      main: 'main.asy',
      files: new Map(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])),
      options: { format: 'png', durationSeconds: 30, stderrRedir: true },
    });
    expect(read({ files, main: 'main.asy' })).toMatchObject({ options: { format: 'svg' } });
  });

  it('has the limits of any other', () => {
    expect(read({ files, main: 'data.csv' })).toMatchObject({ code: 'bad-file' });
    expect(read({ files, main: 'missing.asy' })).toMatchObject({ code: 'bad-file' });
    expect(read({ files: { '../x.asy': '' }, main: '../x.asy' })).toMatchObject({ code: 'bad-file' });
    expect(read({ files: { 'a.asy': 'x'.repeat(600_000) }, main: 'a.asy' })).toMatchObject({ code: 'too-large' });
    expect(read({ files, main: 'main.asy', options: { format: 'gif' } })).toMatchObject({ code: 'bad-message' });
    expect(read({ files, main: 'main.asy', options: { duration: 0 } })).toMatchObject({ code: 'bad-option' });
  });

  it('says what it should have been', () => {
    for (const wrong of ['', 'x', '[]', 'null', '{}', { files, main: 7 }, { files: { 'a.asy': 1 }, main: 'a.asy' }]) {
      expect(read(wrong)).toMatchObject({
        code: 'bad-message',
        message: expect.stringContaining('The workload must be'),
      });
    }
    const notUtf8 = readBytes(Uint8Array.of(0xff, 0xfe));
    expect(notUtf8).toMatchObject({ code: 'bad-message' });
  });
});
