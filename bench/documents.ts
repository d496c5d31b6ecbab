import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installCli } from '@/test/installedCli';
import { startProduct, type Product } from '@/test/product';
import { percentile, type Section } from './report';

/**
 * latexmk on a document with 20 figures: with a local `asy`, and with the drop-in and a server on the same machine, turn by
 * turn. Then one figure is changed: against the same build with an `asy` that only puts the finished picture there, which
 * is the time of LaTeX itself.
 */

const FIGURES = [
  ...[
    'algebra-eigenvectors',
    'algebra-projection',
    'chance-binomial',
    'chance-tree',
    'chance-venn',
    'computing-automaton',
  ],
  ...['computing-binary-tree', 'computing-flow-chart', 'data-bar-chart', 'data-histogram', 'functions-riemann-sum'],
  ...['functions-taylor', 'functions-tangent', 'geometry-ellipse-foci', 'geometry-nine-point-circle'],
  ...['geometry-unit-circle', 'graphs-petersen', 'olympiad-euler-line', 'olympiad-simson-line', 'physics-lens'],
];
const RULES = '/usr/share/texmf/tex/latex/asymptote/latexmkrc';
const SYSTEM_PATH = '/usr/bin:/bin';
/** As an author has it: the server waits, and its jails are warm. */
const REST_MS = 1500;

let serial = 0;

/** Never drawn before. */
function book(changed = 0): string {
  const figures = FIGURES.map((name, i) => {
    const code = readFileSync(`examples/${name}.asy`, 'utf8').trimEnd();
    return `\\begin{asy}\n${code}\n${i === 3 ? `dot((0,0), white+${1 + changed / 1e6}bp);\n` : ''}\\end{asy}`;
  });
  const shared = `\\begin{asydef}\n// ${serial}\n\\end{asydef}`;
  return `\\documentclass{article}\n\\usepackage{asymptote}\n${shared}\n\\begin{document}\n${figures.join('\n\n')}\n\\end{document}\n`;
}

export async function measureDocuments(rounds: number): Promise<Section> {
  const place = mkdtempSync(path.join(tmpdir(), 'asyground-documents-'));
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', '--self-check-every', '0']);
  try {
    const bin = mkdtempSync(path.join(place, 'bin-'));
    symlinkSync(installCli(place).asy, path.join(bin, 'asy'));
    const builds = { local: [] as number[], ours: [] as number[] };
    const changes = { local: [] as number[], ours: [] as number[], latex: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      serial += 1;
      const [local, ours] = [folderIn(place), folderIn(place)];
      builds.local.push(await build(local, book(), place, product, SYSTEM_PATH));
      await sleep(REST_MS);
      builds.ours.push(await build(ours, book(), place, product, `${bin}:${SYSTEM_PATH}`));
      await sleep(REST_MS);
      changes.local.push(await build(local, book(round + 1), place, product, SYSTEM_PATH));
      changes.ours.push(await build(ours, book(round + 1), place, product, `${bin}:${SYSTEM_PATH}`));
      // Once more the same change, whose picture is there already.
      const finished = finishedPictures(place, ours);
      await build(local, book(), place, product, SYSTEM_PATH);
      changes.latex.push(await build(local, book(round + 1), place, product, `${finished}:${SYSTEM_PATH}`));
    }
    const middle = (values: number[]) => percentile(values, 0.5) / 1000;
    const added = middle(changes.ours) - middle(changes.latex);
    return {
      title: 'LaTeX documents: the drop-in by a local asy, interleaved',
      rows: [
        [
          '20 figures of a book',
          `${(middle(builds.ours) / middle(builds.local)).toFixed(2)} (p50 ${middle(builds.ours).toFixed(1)} of ${middle(builds.local).toFixed(1)} s)`,
          'at most 0.4',
        ],
        [
          'one changed figure to the new PDF, over LaTeX itself',
          `${added.toFixed(2)} s (p50 ${middle(changes.ours).toFixed(2)} of ${middle(changes.latex).toFixed(2)} s)`,
          'at most 0.5 s',
        ],
        ['the same with a local asy', `${(middle(changes.local) - middle(changes.latex)).toFixed(2)} s`, ''],
      ],
    };
  } finally {
    await product.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

function folderIn(place: string): string {
  const folder = mkdtempSync(path.join(place, 'book-'));
  cpSync(RULES, path.join(folder, '.latexmkrc'));
  return folder;
}

/** An asy that has nothing to draw. */
function finishedPictures(place: string, from: string): string {
  const bin = mkdtempSync(path.join(place, 'finished-'));
  writeFileSync(path.join(bin, 'asy'), `#!/bin/sh\nexec cp "${from}/$1.pdf" .\n`);
  chmodSync(path.join(bin, 'asy'), 0o755);
  return bin;
}

async function build(folder: string, text: string, home: string, product: Product, PATH: string): Promise<number> {
  writeFileSync(path.join(folder, 'book.tex'), text);
  const env = { ...process.env, HOME: home, PATH, ASYGROUND_SERVER: product.url };
  const startedAt = performance.now();
  const child = spawn('latexmk', ['-pdf', '-interaction=batchmode', 'book'], { cwd: folder, env, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`latexmk ended with ${String(code)} in ${folder}`);
  return performance.now() - startedAt;
}
