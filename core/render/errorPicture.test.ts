import { describe, expect, it } from 'vitest';
import { errorPicture } from './errorPicture';
import { failureProblem, outcomeProblem } from './problemDocument';
import { failure } from '@/core/errors';

/** docs/render-api.md, 6 */
describe('a problem document', () => {
  it('tells the places in the program', () => {
    const place = { file: 'main.asy', line: 2, column: 1, endColumn: 4 };
    const document = outcomeProblem({ kind: 'failed' }, [
      { severity: 'error', message: "No matching variable 'drw'", file: 'main.asy', place },
      { severity: 'error', message: 'Bad', file: 'graph.asy, line 7' },
    ]);
    expect(document).toEqual({
      type: '/api-docs#failed',
      title: 'The program has an error',
      status: 422,
      detail: "main.asy:2:1: No matching variable 'drw'.",
      problems: [
        { severity: 'error', message: "No matching variable 'drw'", ...place },
        { severity: 'error', message: 'Bad', file: 'graph.asy, line 7' },
      ],
    });
  });

  it('has the status of its reason', () => {
    expect(failureProblem(failure('overloaded', 'Full.'))).toMatchObject({ status: 503, detail: 'Full.' });
    expect(failureProblem(failure('server', 'Server error'))).toMatchObject({ status: 500 });
    expect(outcomeProblem({ kind: 'time-limit', durationSeconds: 3 }, [])).toMatchObject({
      status: 422,
      detail: 'Execution aborted due to the time limit (3.0s).',
    });
  });
});

describe('an error picture', () => {
  const picture = (message: string) => errorPicture(failureProblem(failure('bad-option', message)));

  it('has one size, and says the rest with an ellipsis', () => {
    const size = /width="480" height="185"/;
    expect(picture('Short.')).toMatch(size);
    expect(picture('Long. '.repeat(500))).toMatch(size);
    expect(picture('Long. '.repeat(500))).toContain('…');
  });

  it('is XML whatever the program has said', () => {
    const nasty = '</text><script>alert(1)</script>&amp;\u0000\u0007\ud800\ufffe"\'';
    const text = picture(nasty);
    expect(text).not.toContain('<script');
    expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62;&#38;amp;');
    expect(text).not.toMatch(/[\0-\x08\x0b-\x1f\ud800-\udfff\ufffe]/);
  });
});
