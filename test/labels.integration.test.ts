import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProblems } from '@/core/diagnostics/problems';
import { startProduct, type Product } from './product';

/** Labels in other scripts than Latin, with what the set-up brings (docs/playground.md, "Labels in other languages"). */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

interface Script {
  readonly example: string;
  readonly letters: RegExp;
  /** Of the font that has them, as PDF names it. */
  readonly font: RegExp;
  /** The lines that bring the letters. */
  readonly preamble: RegExp;
}

const SCRIPTS: readonly Script[] = [
  {
    example: 'labels-russian',
    letters: /\p{Script=Cyrillic}/gu,
    font: /\/FontName\s*\/[A-Z]{6}\+SFRM\d+/,
    preamble: /^usepackage.*\n/gm,
  },
  {
    example: 'labels-chinese',
    // With the signs of full width, which are in the same font.
    letters: /[\p{Script=Han}（）]/gu,
    font: /\/FontName\s*\/[A-Z]{6}\+gbsnu/,
    preamble: /^(?:usepackage|texpreamble).*\n/gm,
  },
];

async function render(source: string, format: 'svg' | 'pdf') {
  const files = { 'main.asy': source };
  const { ending, results, output } = await product.client().render({ files, main: 'main.asy', options: { format } })
    .finished;
  const text = Buffer.concat([output.stdout, output.stderr]).toString();
  return { ending, text, picture: Buffer.from(results[0]?.bytes ?? []).toString('latin1') };
}

const shapes = (svg: string) => svg.match(/<(?:path|use)\b/g)?.length ?? 0;

describe.each(SCRIPTS)('$example', ({ example, letters, font, preamble }) => {
  const source = readFileSync(`examples/${example}.asy`, 'utf8');
  const withoutLetters = source.replace(/"[^"]*"/g, (text) => text.replace(letters, ''));

  it('is drawn with a font that has the letters', async () => {
    const drawn = await render(source, 'pdf');
    expect(drawn.ending).toEqual({ kind: 'complete' });
    expect(drawn.picture).toMatch(font);
    const control = await render(withoutLetters, 'pdf');
    expect(control.ending).toEqual({ kind: 'complete' });
    expect(control.picture).not.toMatch(font);
  });

  it('has a shape for every letter of its labels', async () => {
    const inLabels = [...source.matchAll(/"[^"]*"/g)].flatMap(([text]) => text.match(letters) ?? []).length;
    expect(inLabels).toBeGreaterThan(10);
    const drawn = await render(source, 'svg');
    const control = await render(withoutLetters, 'svg');
    expect(drawn.ending).toEqual({ kind: 'complete' });
    expect(shapes(drawn.picture) - shapes(control.picture)).toBeGreaterThanOrEqual(inLabels);
  });

  it('says without its first lines which ones are missing', async () => {
    const { ending, text } = await render(source.replace(preamble, ''), 'svg');
    expect(ending).toMatchObject({ kind: 'complete', error: 'Execution failed' });
    const problems = findProblems(text, { files: [{ name: 'main.asy', contents: source }] });
    expect(problems.map(({ explanation }) => explanation?.code)).toContain('noFont');
    const mended = await render(`import unicode;\n${source.replace(preamble, '')}`, 'pdf');
    expect(mended.ending).toEqual({ kind: 'complete' });
    expect(mended.picture).toMatch(font);
  });
});

/** By the font that draws it in a PDF, or nothing where TeX's own lines draw it; what goes together in one program. */
const PACKAGES: readonly (readonly [name: string, preamble: string, label: string, fonts: readonly string[]])[] = [
  [
    'symbols',
    'esvect dsfont bbm stmaryrd tipa fontawesome physics siunitx mhchem tikz-cd',
    '$\\vv{AB}\\ \\mathds{R}\\ \\mathbbm{1}\\ \\llbracket x\\rrbracket\\ \\dv{x}{t}$ \\textipa{D} \\faGithub\\ \\SI{3}{\\metre} \\ce{H2O}',
    ['TeX-vect', 'dsrom', 'stmary', 'TeX-tipa', 'FontAwesome'],
  ],
  ['chess', 'skak', '\\newgame\\showboard', ['SkakNew']],
  ['newtx', 'newtxtext newtxmath', 'text $x^2$', ['TeXGyreTermesX', 'txmia|NewTXMI']],
  ['libertine', 'libertine', 'text', ['LinLibertine']],
  ['fourier', 'fourier', '$\\int x$', ['Fourier-Math']],
  ['kpfonts', 'kpfonts', 'text $x$', ['Kp-Regular']],
  ['eulervm', 'eulervm', '$x^2$', ['EUR[MB]']],
  ['cmbright', 'cmbright', 'text $x$', ['CMBR|hfbr']],
];

it.each(PACKAGES)('draws with TeX packages that students use: %s', async (_, packages, label, fonts) => {
  const preamble = packages.split(' ').map((name) => `usepackage("${name}");`);
  const source = `${preamble.join('\n')}\nlabel("${label}", (0,0));\n`;
  const [svg, pdf] = await Promise.all([render(source, 'svg'), render(source, 'pdf')]);
  for (const drawn of [svg, pdf]) expect(drawn).toMatchObject({ ending: { kind: 'complete' }, text: '' });
  expect(shapes(svg.picture)).toBeGreaterThan(0);
  for (const font of fonts) expect(pdf.picture).toMatch(new RegExp(`/FontName\\s*/[A-Z]{6}\\+(?:${font})`, 'i'));
});

it('has a shape for every letter of import unicode, in mathematics, too', async () => {
  // Each in its own size of a subscript: a letter that a mathematical font does not have would vanish without a word.
  const letters = 'кругđườếỹąé角';
  const drawn = (label: string) => render(`import unicode;\nlabel("${label}", (0,0));\n`, 'svg');
  const subscripts = await drawn(`$S_{${letters}}$`);
  expect(subscripts.ending).toEqual({ kind: 'complete' });
  expect(shapes(subscripts.picture) - shapes((await drawn('$S$')).picture)).toBeGreaterThanOrEqual(letters.length);
  const quoted = await drawn('«Zażółć gęślą jaźń» ‹Đ› „ð“ Tiếng Việt: ngoại tiếp ⟹ ✓');
  expect(quoted).toMatchObject({ ending: { kind: 'complete' }, text: '' });
});

it("draws with babel's languages", async () => {
  const label = '\\og fran\\c cais\\fg{} \\selectlanguage{ngerman}"`deutsch"\' \\today';
  const languages = 'czech,danish,dutch,hungarian,italian,polish,portuguese,spanish,swedish,turkish,ngerman,french';
  const source = `usepackage("babel","${languages}");\nlabel('${label.replaceAll("'", "\\'")}', (0,0));\n`;
  expect(await render(source, 'svg')).toMatchObject({ ending: { kind: 'complete' } });
});

it.each(['xelatex', 'lualatex'] as const)('draws with the fonts of the system by %s', async (engine) => {
  const source = `settings.tex="${engine}"; usepackage("fontspec"); texpreamble("\\setmainfont{CMU Serif}"); label("Привет, αβγ", (0,0));`;
  const { ending, picture } = await render(source, 'pdf');
  expect(ending).toEqual({ kind: 'complete' });
  expect(picture.length).toBeGreaterThan(1000);
});

it.each(['xelatex', 'lualatex'] as const)(
  'draws with packages that take their fonts from the system by %s',
  async (engine) => {
    const packages = ['libertine', 'fontawesome'].map((name) => `usepackage("${name}");`).join('\n');
    const source = `settings.tex="${engine}";\n${packages}\nlabel("text \\faGithub", (0,0));`;
    const { ending, text, picture } = await render(source, 'svg');
    expect({ ending, text }).toEqual({ ending: { kind: 'complete' }, text: '' });
    expect(shapes(picture)).toBeGreaterThanOrEqual('text'.length + 1);
  },
);
