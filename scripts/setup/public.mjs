// What the pages load beside their own code: the editor, the tables of the language, the pictures of the gallery, and the
// list of TeX's packages. Each is made only if it is not there yet.
import { generateGallery } from '../generate-gallery.mjs';
import { generateLanguage } from '../generate-language.mjs';
import { generatePackages } from '../generate-packages.mjs';
import { bundleMonaco, isMonacoBundled } from './monaco/bundle.mjs';
import { step, together } from './steps.mjs';

/** @param {boolean} gallery whether its pictures are drawn now; the product does it when somebody looks */
export async function preparePublic(gallery = true) {
  await together([prepareEditor(), prepareFromAsy(gallery)]);
}

async function prepareEditor() {
  if (!isMonacoBundled()) await step('Bundling the editor', () => bundleMonaco());
}

/** @param {boolean} gallery */
async function prepareFromAsy(gallery) {
  await step('Listing the language', () => generateLanguage());
  await step('Listing the TeX packages', () => generatePackages());
  if (gallery) await step('Drawing the gallery', (progress) => generateGallery(undefined, progress));
}
