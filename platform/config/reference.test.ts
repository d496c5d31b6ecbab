import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { ENDPOINT_SETTINGS } from './endpointSettings';
import { QUEUE_SETTINGS } from './queueSettings';
import type { Setting } from './setting';
import { flagOf } from './settings';
import { SYSTEM_SETTINGS } from './systemSettings';
import { WORKER_SETTINGS } from './workerSettings';

/** docs/configuration.md is made from the settings: `npx vitest run --project unit platform/config -u` writes it anew. */

const FILE = 'docs/configuration.md';
const PARTS: readonly (readonly [string, Readonly<Record<string, Setting>>])[] = [
  ['The whole', SYSTEM_SETTINGS],
  ['Render machines and jails', WORKER_SETTINGS],
  ['The queue and its clients', QUEUE_SETTINGS],
  ['Endpoints, cache and links', ENDPOINT_SETTINGS],
];

const INTRODUCTION = `# Configuration

Every setting is an environment variable and a flag of \`npm start --\`; a flag wins. A value that isn't allowed, or a flag
that doesn't exist, is named when Asyground starts, and nothing runs. Secrets are best given as variables, because flags
can be seen in the list of processes. \`npm start -- --help\` prints the same list.
`;

function rowOf([name, { env, help, fallback, fallbackText, secret }]: [string, Setting]): string {
  const plain = Array.isArray(fallback) ? fallback.join(',') || 'none' : String(fallback);
  const shown = fallbackText ?? `\`${plain}\``;
  return `| \`${env}\` | \`${flagOf(name)}\` | ${shown} | ${help}${secret ? ' Secret.' : ''} |`;
}

function tableOf([title, settings]: (typeof PARTS)[number]): string {
  const rows = Object.entries(settings).map(rowOf);
  return [`## ${title}`, '', '| Variable | Flag | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

it('every setting is in the reference, as it is', async () => {
  const text = [INTRODUCTION, ...PARTS.map(tableOf)].join('\n\n');
  const formatted = await format(text, { ...(await resolveConfig(FILE)), parser: 'markdown' });
  await expect(formatted).toMatchFileSnapshot(`../../${FILE}`);
});
