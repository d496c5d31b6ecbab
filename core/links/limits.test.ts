import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LINK_LIMITS } from './limits';

it('the numbers of docs/sharing.md are those of the program', () => {
  const page = readFileSync(new URL('../../docs/sharing.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');
  expect(page).toContain(`a title has at most ${LINK_LIMITS.maxTitleCharacters} characters`);
  expect(page).toContain(`a picture at most ${LINK_LIMITS.maxPictureBytes / 2 ** 20} MiB`);
  expect(page).toContain(
    `at most ${LINK_LIMITS.changesPerHour} links an hour, an address ${LINK_LIMITS.changesPerHourAndAddress};`,
  );
  expect(page).toContain(`at most ${LINK_LIMITS.maxLinks} links`);
  expect(page).toContain(`and ${LINK_LIMITS.maxLinksBytes / 2 ** 30} GiB of their projects`);
  expect(page).toContain(`${LINK_LIMITS.reportsPerHour} an hour from one address`);
});
