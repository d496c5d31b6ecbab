import { configHelp, readConfig } from '../config/config';
import { createLog } from '../log';
import { Supervisor } from './supervisor';
import { leavePlaces } from './sweeper';

/** Entry of the one process that `npm start` ends in. */

const HELP = `npm start -- [flags]

  --help                         this text
  --no-install                   only check what is installed, install nothing
  --full-tex                     install every TeX package of Debian, some 3 GB more
  --dev                          run from sources and reload on edits (npm run dev)

`;

/** Those are for scripts/start, which has acted on them. */
const SET_UP_FLAGS = ['--dev', '--no-install', '--full-tex'];

async function main(): Promise<void> {
  const development = process.argv.includes('--dev');
  const argv = process.argv.slice(2).filter((arg) => !SET_UP_FLAGS.includes(arg));
  if (argv.includes('--help')) {
    process.stdout.write(`${HELP}${configHelp()}\n`);
    leavePlaces();
    return;
  }
  const read = readConfig(argv, process.env);
  const wrong = read.ok
    ? read.rest.map((word) => `${word} is not a flag. --help lists all of them.`)
    : read.failures.map(({ message }) => message);
  if (!read.ok || wrong.length > 0) {
    for (const message of wrong) process.stderr.write(`Asyground could not start. ${message}\n`);
    leavePlaces();
    process.exitCode = 2;
    return;
  }
  const log = createLog('supervisor', read.config.logLevel);
  const supervisor = new Supervisor({
    config: read.config,
    argv,
    development,
    log,
    say: (line) => process.stdout.write(`${line}\n`),
  });
  let stops = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stops += 1;
      // npm passes Ctrl-C on a second time; only a third one is impatience.
      if (stops > 2) process.exit(130);
      void supervisor.stop(0);
    });
  }
  await supervisor.start();
}

await main();
