import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generateGallery } from './generate-gallery.mjs';

// Into the folder of the build: what it has drawn is not drawn again, and what it could not draw fails here, too.
it('every example of the gallery is drawn without an error', async () => {
  expect(await generateGallery()).toEqual([]);
  const programs = readdirSync('examples').filter((file) => file.endsWith('.asy'));
  expect(readdirSync(path.join('public', 'gallery'))).toHaveLength(programs.length);
});
