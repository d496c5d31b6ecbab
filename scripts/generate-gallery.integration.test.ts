import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { generateGallery } from './generate-gallery.mjs';

it('every example of the gallery is drawn without an error', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-gallery-test-'));
  try {
    expect(generateGallery(folder)).toEqual([]);
    const programs = readdirSync('examples').filter((file) => file.endsWith('.asy'));
    expect(readdirSync(folder)).toHaveLength(programs.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
