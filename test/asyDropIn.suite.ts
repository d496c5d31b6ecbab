import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalPicture } from '@/worker/warm/canonical';
import type { Product } from './product';
import { until } from './until';

/** docs/asy.md: the drop-in beside an asy of this machine; the numbers are that page's. */

interface World {
  readonly place: string;
  /** The installed drop-in. */
  readonly installed: string;
  readonly product: () => Product;
}

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

const LOCAL = '/usr/bin/asy';
const SYSTEM_PATH = '/usr/bin:/bin';
/** asy's own date, which is no part of a picture. */
const DATE = /^%%CreationDate:.*$/gm;

const FIGURE = 'size(3cm); draw(unitcircle); label("$x^2$", (0,0)); write("said");';

/** Without what asy says of the time, and the order in which dvisvgm lists letters, which is another each time. */
function contentsOf(file: string): string {
  const bytes = canonicalPicture(path.extname(file).slice(1), readFileSync(file));
  return Buffer.from(bytes).toString('latin1').replace(DATE, '');
}

export function dropInSuite({ place, installed, product }: World): void {
  let bin: string;
  const folder = () => mkdtempSync(path.join(place, 'asy-'));

  beforeAll(() => {
    bin = mkdtempSync(path.join(place, 'bin-'));
    symlinkSync(installed, path.join(bin, 'asy'));
  });

  function run(file: string, args: readonly string[], cwd: string, more: { input?: string; env?: object } = {}) {
    const env = { ...process.env, HOME: place, PATH: `${bin}:${SYSTEM_PATH}`, ASYGROUND_SERVER: product().url };
    const child = spawn(file, args, { cwd, env: { ...env, SOURCE_DATE_EPOCH: '0', ...more.env } });
    const seen = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (seen.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (seen.err += chunk.toString()));
    child.stdin.end(more.input ?? '');
    return new Promise<Ran>((resolve) => child.on('close', (code) => resolve({ code, ...seen })));
  }
  const asy = (args: readonly string[], cwd: string, more?: { input?: string; env?: object }) =>
    run(path.join(bin, 'asy'), args, cwd, more);

  /** Every file of a folder. */
  const filesIn = (where: string) =>
    Object.fromEntries(
      readdirSync(where, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .sort()
        .map((file) => [path.relative(where, file), contentsOf(file)]),
    );
  /** A folder for the PATH in which there is no asy. */
  const toolsOnly = (tools = ['node', 'sh', 'dirname', 'readlink']) => {
    const only = mkdtempSync(path.join(place, 'tools-'));
    const folders = [path.dirname(process.execPath), '/usr/bin', '/bin'];
    for (const tool of tools)
      symlinkSync(folders.map((at) => path.join(at, tool)).find(existsSync) ?? '', path.join(only, tool));
    return only;
  };
  const tasks = () => product().log().split('"msg":"task ended"').length - 1;

  describe('asy, drop-in', () => {
    const programs: Readonly<Record<string, string>> = {
      'fig.asy': FIGURE,
      'bad.asy': 'size(1cm);\ndrw(unitcircle);',
      'lines.asy': 'draw((0,0)--(10,20)); shipout("second");',
      'user.asy': 'import mine; usersetting(); draw(scale(n)*shape);',
      'own.asy': 'import settings; // mine\noutformat="pdf"; tex="pdflatex"; pdfviewer="xpdf";',
      'modules/mine.asy': 'path shape=unitsquare; write(settings.tex);',
      'out/wrong.asy': 'size(1cm);\ndrw(unitcircle);',
      'out/syntax.asy': 'draw(;',
      'open.txt': 'size(1cm);\ndraw((0,0);',
      'old.txt': 'draw(unitcircle); write(x);',
      'tex.asy': 'label("$\\nosuch$", (0,0));',
      'silent.asy': 'file out=output("table.txt"); write(out,1,2); close(out);',
      'uses.asy':
        'import shapes; for (int i=0; i < 2; ++i) { file f=input("d"+string(i)+".csv"); real x=f; draw(shape*x); }',
      'shapes.asy':
        'file f=input("n.csv"); real n=f; path operator *(path p, real x) {return scale(n*x)*p;} path shape=unitsquare;',
      'n.csv': '4\n',
      'd0.csv': '5\n',
      'd1.csv': '6\n',
    };
    const calls: [line: string, input?: string][] = [
      ['fig.asy'],
      ['-noV -f pdf fig out/wrong nofile lines old.txt'],
      ['-f svg -', FIGURE],
      ['--outformat=pdf -o out/name -', 'drw(unitcircle);'],
      ['-f png -render=2 -o out/ fig'],
      ['-c write(3);'],
      ['-c write(3);draw(unitcircle); -f svg out/first second.asy'],
      ['-u int~n=30; -dir modules -config own.asy user'],
      ['-f svg tex'],
      ['-cd nosuch fig'],
      ['-tex pdflatex -noprc -outf pdf -v fig'],
      ['-f pdf -k lines.asy'],
      ['-keepaux -f pdf fig'],
      ['silent'],
      ['-bw uses.asy'],
      ['-p bad'],
      ['out/syntax.asy open.txt ./out/syntax'],
      ['-config own -f pdf fig'],
      ['-version'],
      // As PreTeXt calls it.
      ['-f svg -render=4 -tex xelatex -iconify @/fig.asy'],
      ['-f pdf -noV -noprc -iconify -tex xelatex -batchMask @/fig.asy'],
    ];
    it.each(calls)('1, 2: does and says what a local asy does: asy %s', async (line, input) => {
      const [there, here] = [folder(), folder()];
      const words = (cwd: string) => line.split(' ').map((word) => word.replaceAll('~', ' ').replace('@', cwd));
      for (const cwd of [there, here]) {
        for (const name of ['out', 'modules']) mkdirSync(path.join(cwd, name));
        for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(cwd, name), text);
      }
      const [local, ours] = await Promise.all([
        run(LOCAL, words(there), there, { input }),
        asy(words(here), here, { input }),
      ]);
      expect(ours).toEqual(local);
      const [expected, written] = [filesIn(there), filesIn(here)];
      // TeX writes where it was; Ghostscript and asy's own steps differ in nothing else.
      expect(Object.keys(written)).toEqual(Object.keys(expected));
      for (const [name, bytes] of Object.entries(written))
        if (!/_\.(?:log|tex)$/.test(name)) expect([name, bytes === expected[name]]).toEqual([name, true]);
    });

    it('3: sends nothing from outside the folder', async () => {
      const home = folder();
      mkdirSync(path.join(home, 'book'));
      writeFileSync(path.join(home, 'secret.csv'), '7\n');
      symlinkSync(path.join(home, 'secret.csv'), path.join(home, 'book', 'link.csv'));
      for (const name of ['../secret.csv', path.join(home, 'secret.csv'), 'link.csv']) {
        const program = `file f=input("${name}"); real n=f; write(n);`;
        writeFileSync(path.join(home, 'book', 'a.asy'), program);
        const { code, out, err } = await asy(['a'], path.join(home, 'book'), {
          env: { PATH: `${bin}:${toolsOnly()}` },
        });
        expect([code, out]).toEqual([1, '']);
        expect(err).toContain(`asy: ${name}: it is outside the folder, and not sent.\n`);
      }
      mkdirSync(path.join(home, 'modules'));
      writeFileSync(path.join(home, 'modules', 'mine.asy'), 'write("mine");');
      writeFileSync(path.join(home, 'book', 'b.asy'), 'import mine;');
      const named = await asy(['b'], path.join(home, 'book'), { env: { ASYMPTOTE_DIR: path.join(home, 'modules') } });
      expect(named).toEqual({ code: 0, out: 'mine\n', err: '' });
    });

    it('4: hands to a local asy what only that one can do, never to itself, and else says so', async () => {
      const cwd = folder();
      writeFileSync(path.join(cwd, 'fig.asy'), FIGURE);
      const others = mkdtempSync(path.join(place, 'others-'));
      writeFileSync(path.join(others, 'asy'), '#!/bin/sh\necho "local: $*"; exit 7\n');
      chmodSync(path.join(others, 'asy'), 0o755);
      const again = mkdtempSync(path.join(place, 'again-'));
      writeFileSync(path.join(again, 'asy'), `#!/bin/sh\n# asyground\nexec ${path.join(bin, 'asy')} "$@"\n`);
      chmodSync(path.join(again, 'asy'), 0o755);
      const only = toolsOnly();
      const withLocal = { PATH: `${bin}:${again}:${only}:${others}` };
      writeFileSync(path.join(cwd, 'reads.asy'), 'string s=stdin; write(s);');
      writeFileSync(path.join(cwd, 'where.asy'), 'write(cd());');
      for (const line of ['-V fig', '-nosafe fig', '', '-e', '-zzz fig', 'reads', 'where'])
        expect(await asy(line.split(' ').filter(Boolean), cwd, { env: withLocal })).toEqual({
          ...{ code: 7, out: `local: ${line}\n`, err: '' },
        });
      const alone = { env: { PATH: `${bin}:${again}:${only}` } };
      expect((await asy(['-nosafe', 'fig'], cwd, alone)).err).toBe(
        'asy: -nosafe needs an asy of this machine, and there is none on the PATH behind this one.\n',
      );
      expect(await asy([], cwd, alone)).toMatchObject({ code: 1, err: expect.stringContaining('interactive prompt') });
      // The picture is drawn all the same.
      expect(await asy(['-V', '-f', 'pdf', 'fig'], cwd, alone)).toMatchObject({ code: 0, out: 'said\n' });
      expect(existsSync(path.join(cwd, 'fig.pdf'))).toBe(true);
      const wrong = await asy(['-zzz', 'fig'], cwd, alone);
      expect([wrong.code, wrong.err.split('\n')[0]]).toEqual([1, "asy: unrecognized option '-zzz'"]);
      // A file that no server takes.
      writeFileSync(path.join(cwd, 'part.pdf'), Buffer.alloc(9 * 2 ** 20));
      writeFileSync(path.join(cwd, 'part.asy'), 'label(graphic("part.pdf"),(0,0));');
      expect((await asy(['-f', 'pdf', 'part'], cwd, { env: withLocal })).out).toBe('local: -f pdf part\n');
      expect((await asy(['-f', 'pdf', 'part'], cwd, alone)).err).toContain('asy: part.pdf: a server takes 8 MiB');
      const piped = 'label(graphic("part.pdf"),(0,0));';
      writeFileSync(path.join(others, 'asy'), '#!/bin/sh\ncat; exit 7\n');
      const several = await asy(['fig', '-'], cwd, {
        env: { PATH: `${withLocal.PATH}:${toolsOnly(['cat'])}` },
        input: piped,
      });
      expect(several).toEqual({ code: 7, out: piped, err: '' });
      const away = await asy(['fig'], cwd, { env: { ...alone.env, ASYGROUND_SERVER: 'http://127.0.0.1:9' } });
      expect([away.code, away.err]).toEqual([1, expect.stringContaining("asy: can't reach http://127.0.0.1:9")]);
    });

    it('6: works for make, with several at a time', async () => {
      const cwd = folder();
      const names = ['one', 'two', 'three'];
      for (const name of names) writeFileSync(path.join(cwd, `${name}.asy`), `${FIGURE}// ${name}`);
      writeFileSync(
        path.join(cwd, 'Makefile'),
        `all: ${names.join('.pdf ')}.pdf\n%.pdf: %.asy\n\tasy -f pdf -noV $<\n`,
      );
      expect((await run('make', ['-j3'], cwd)).code).toBe(0);
      for (const name of names) expect(readFileSync(path.join(cwd, `${name}.pdf`), 'latin1').slice(0, 5)).toBe('%PDF-');
    });

    it('6: works for a filter of pandoc', async () => {
      const cwd = folder();
      // As the diagram filters of pandoc call it.
      const filter = `function CodeBlock(block)
        if block.classes[1] ~= "asymptote" then return nil end
        local f = io.open("pandoc_diagram.asy", "w"); f:write(block.text); f:close()
        pandoc.pipe("asy", {"-f", "svg", "-o", "pandoc_diagram", "pandoc_diagram.asy"}, "")
        return pandoc.RawBlock("html", io.open("pandoc_diagram.svg", "rb"):read("*all"))
      end`;
      writeFileSync(path.join(cwd, 'filter.lua'), filter);
      const { code, out } = await run('pandoc', ['--lua-filter=filter.lua', '-t', 'html'], cwd, {
        input: `# Figure\n\n\`\`\`asymptote\n${FIGURE}\n\`\`\`\n`,
      });
      expect([code, out]).toEqual([0, expect.stringMatching(/<h1[^>]*>Figure<\/h1>[^]*<svg[^]*<\/svg>/)]);
    });

    const TEXT = String.raw`\documentclass{article}
\usepackage{attachfile2}
\usepackage{asymptote}
\begin{asydef}
pen mine = red;

real half(real x) { return x/2; }
\end{asydef}
\begin{document}
\begin{asy}
size(3cm);
draw(unitcircle, mine);
label("$x^2$", (0,0));
\end{asy}
\begin{asy}[inline=true,width=4cm]
  draw(unitsquare,   mine);
  label("$\alpha$", (0,0));
\end{asy}
\begin{asy}[attach=true]
size(2cm);
draw((0,0)--(half(4),1));
\end{asy}
\input{chapter}
\end{document}
`;
    const CHAPTER = '\\begin{asy}\nsize(1cm);\nfill(unitsquare);\n\\end{asy}\n';
    const RULES = '/usr/share/texmf/tex/latex/asymptote/latexmkrc';

    it('7: draws the figures of a LaTeX document side by side, then only what changed, and finds errors in it', async () => {
      const [there, here] = [folder(), folder()];
      // Never drawn before, wherever that might be known.
      const DOCUMENT = TEXT.replace('pen mine', `// ${here}\npen mine`);
      for (const cwd of [there, here]) {
        cpSync(RULES, path.join(cwd, '.latexmkrc'));
        writeFileSync(path.join(cwd, 'book.tex'), DOCUMENT);
        writeFileSync(path.join(cwd, 'chapter.tex'), CHAPTER);
      }
      const build = (cwd: string, env = {}) =>
        run('latexmk', ['-pdf', '-interaction=nonstopmode', 'book'], cwd, { env });
      // A front draws a picture of its own when it starts.
      await until('the first picture', () => tasks() > 0);
      const before = tasks();
      const [local, ours] = await Promise.all([build(there, { PATH: SYSTEM_PATH }), build(here)]);
      expect([local.code, ours.code]).toEqual([0, 0]);
      const figures = (cwd: string) => Object.entries(filesIn(cwd)).filter(([name]) => name.startsWith('book-'));
      expect(figures(here)).toEqual(figures(there));
      expect(tasks() - before).toBe(4);
      expect(filesIn(here)['book.pdf']).toContain('%%EOF');

      writeFileSync(path.join(here, 'chapter.tex'), CHAPTER.replace('fill', 'draw'));
      expect((await build(here)).code).toBe(0);
      expect(tasks() - before).toBe(5);

      // What all figures share: the first call draws them all.
      writeFileSync(path.join(here, 'book.tex'), DOCUMENT.replace('= red', '= blue'));
      await run('pdflatex', ['-interaction=batchmode', 'book'], here);
      expect((await asy(['book-1'], here)).code).toBe(0);
      expect(tasks() - before).toBe(9);
      // The others need only be put in their places, for which there is no Node.
      const withoutNode = { env: { PATH: toolsOnly(['sh', 'cmp', 'find', 'mv']) } };
      expect(await asy(['book-3'], here, withoutNode)).toEqual({ code: 0, out: '', err: '' });
      expect((await asy(['book-3'], here, withoutNode)).code).not.toBe(0);
      expect((await asy(['book-3'], here)).code).toBe(0);
      expect(tasks() - before).toBe(9);

      const broken = DOCUMENT.replace('unitsquare,   mine', 'unitsquare,   mime').replace('return x/2', 'return y/2');
      writeFileSync(path.join(here, 'book.tex'), broken);
      const { code, out, err } = await build(here);
      expect(code).not.toBe(0);
      expect(out + err).toContain("book.tex:8:28: error: No matching variable 'y'");
      writeFileSync(path.join(here, 'book.tex'), DOCUMENT.replace('unitsquare,   mine', 'unitsquare,   mime'));
      const second = await build(here);
      expect(second.out + second.err).toContain("book.tex:17:22: error: No matching variable 'mime'");
    });
  });
}
