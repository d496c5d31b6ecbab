import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits/queue';
import { ExampleModules } from '@/server/render/exampleModules';
import { FOLDER, FORMATS, LocalAsy, type Format, type Likeness } from './exampleTable';
import { startProduct, WITHOUT_CACHE, type Product } from './product';

/**
 * Every program of asymptote's own examples, in every format, here and by a local asy with a display. The table is
 * printed, and written to the file that EXAMPLE_TABLE names. EXAMPLES and FORMATS choose some of them, by commas.
 *
 * A local asy has no options but a format.
 */

const chosen = (name: string) => process.env[name]?.split(',');
const examples = (chosen('EXAMPLES') ?? readdirSync(FOLDER).filter((name) => name.endsWith('.asy'))).map((name) =>
  name.replace(/\.asy$/, ''),
);
const formats = FORMATS.filter((format) => chosen('FORMATS')?.includes(format) ?? true);
const HOUR_MS = 3_600_000;

let product: Product;
let local: LocalAsy;
beforeAll(async () => {
  local = LocalAsy.open();
  product = await startProduct([...WITHOUT_CACHE, '--self-check-every', '0']);
});
afterAll(async () => {
  await product?.stop();
  await local?.close();
});

const LIMITS = { ...SUBMISSION_LIMITS, levelSeconds: DEFAULT_LEVEL_SECONDS, maxDurationSeconds: 30 };
const modules = new ExampleModules();

async function drawHere(example: string, format: Format): Promise<Buffer | undefined> {
  const program = ['main.asy', readFileSync(`${FOLDER}/${example}.asy`)] as const;
  const files = await modules.complete(program, LIMITS);
  const options = { format, duration: 30 };
  const { finished } = product.client().render({ files: Object.fromEntries(files), main: 'main.asy', options });
  const picture = (await finished).results.find(({ filename, format: real }) => !filename && real === format);
  return picture && Buffer.from(picture.bytes);
}

it('draws what a local asy draws', { timeout: 8 * HOUR_MS, retry: 0 }, async () => {
  const rows: { readonly example: string; readonly format: Format; readonly likeness: Likeness }[] = [];
  for (const example of examples)
    for (const format of formats) {
      const [theirs, ours] = await Promise.all([
        local.draw(example, format),
        drawHere(example, format).catch(() => undefined),
      ]);
      rows.push({ example, format, likeness: await local.compare(format, theirs, ours) });
      // It takes hours: what is known so far can be looked at.
      if (process.env.EXAMPLE_TABLE) writeFileSync(process.env.EXAMPLE_TABLE, tableOf(rows));
    }
  process.stdout.write(`${tableOf(rows)}\n`);
  const bad = rows.filter(({ likeness }) => likeness === 'differ' || likeness === 'failed');
  expect(bad).toEqual([]);
});

function tableOf(rows: readonly { example: string; format: Format; likeness: Likeness }[]): string {
  const kinds: readonly Likeness[] = ['same', 'equal', 'differ', 'failed', 'none', 'more'];
  const count = (format: Format, kind: Likeness) =>
    rows.filter((row) => row.format === format && row.likeness === kind).length;
  return [
    `| format | ${kinds.join(' | ')} |`,
    `| --- |${' --- |'.repeat(kinds.length)}`,
    ...formats.map((format) => `| ${format} | ${kinds.map((kind) => count(format, kind)).join(' | ')} |`),
    '',
    ...rows
      .filter(({ likeness }) => likeness !== 'same')
      .map(({ example, format, likeness }) => `- ${example} ${format}: ${likeness}`),
  ].join('\n');
}
