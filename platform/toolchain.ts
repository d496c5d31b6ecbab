import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** Versions of what draws the pictures. Two workers whose versions differ may draw differently. */
export function toolchainVersion(): string {
  const packages = [
    'asymptote',
    'texlive-base',
    'texlive-latex-base',
    'texlive-latex-extra',
    'dvisvgm',
    'libgs10',
    'cm-super',
  ];
  // A package that is not there only makes dpkg-query complain; what it knows it has printed.
  const { stdout: listed } = spawnSync('dpkg-query', ['-W', '-f', '${Package}=${Version}\n', ...packages], {
    encoding: 'utf8',
  });
  const asy = /^asymptote=(\S+?)(?:-\S*)?$/m.exec(listed)?.[1] ?? 'unknown';
  return `asy-${asy}-${createHash('sha256').update(listed).digest('hex').slice(0, 8)}`;
}
