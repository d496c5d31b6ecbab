import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { RENDER_LIMITS } from './limits';
import { RENDER_OPTION_NAMES } from './options';
import { problemsOf } from '../problems';

const page = readFileSync(new URL('../../docs/render-api.md', import.meta.url), 'utf8');

describe('docs/render-api.md', () => {
  it('tells every problem with its status', () => {
    for (const { code: kind, status } of problemsOf('render'))
      expect([kind, page]).toEqual([kind, expect.stringMatching(new RegExp(`\\| ${status} +\\|[^\\n]*\`${kind}\``))]);
  });

  it('tells every option, and the limits', () => {
    for (const name of RENDER_OPTION_NAMES) expect(page).toContain(`| \`${name}\``);
    expect(page).toContain(`${RENDER_LIMITS.minScale} to ${RENDER_LIMITS.maxScale}:`);
    expect(page).toContain(`up to ${RENDER_LIMITS.maxRender},`);
    expect(page).toContain(`${RENDER_LIMITS.maxBodyBytes / 2 ** 20} MiB at most`);
    expect(page).toContain(`may have ${RENDER_LIMITS.maxHeadBytes / 1024} KiB`);
  });
});
