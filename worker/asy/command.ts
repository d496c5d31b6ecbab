import type { Submission } from '@/core/submission';

/** How asy is called for a submission, and which of its settings come from the environment. */

/** On a pipe asy fills a block before it writes, and a kill would lose all of it: line by line instead. */
const LINE_BUFFERED = { LD_PRELOAD: '/usr/libexec/coreutils/libstdbuf.so', _STDBUF_O: 'L' };

export interface AsyCommand {
  readonly command: string[];
  readonly environment: Record<string, string>;
}

export function renderCommand(submission: Extract<Submission, { kind: 'render' }>): AsyCommand {
  const { format, verbosity, engine } = submission.options;
  return {
    command: [
      'asy',
      '-noglobalread',
      ...(verbosity > 0 ? [`-${'v'.repeat(verbosity)}`] : []),
      ...(engine ? ['-tex', engine] : []),
      '-f',
      format,
      // Without it the page would load a script from elsewhere.
      ...(format === 'html' ? ['-offline'] : []),
      // A name never begins with `-` (docs/asyonline.md, 6), so it cannot be an option.
      submission.main,
    ],
    // Byte-identical results for identical sources.
    environment: { ...LINE_BUFFERED, SOURCE_DATE_EPOCH: '0' },
  };
}
