import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** What TeX has on this machine, as the build has listed it (scripts/generate-packages.mjs). Read once. */

const installedSchema = z.object({
  engines: z.array(z.string()),
  /** A name, then its styles or kinds. */
  packages: z.array(z.tuple([z.string()], z.string())),
  fonts: z.array(z.tuple([z.string()], z.string())),
});
type Installed = z.infer<typeof installedSchema>;

const NOTHING: Installed = { engines: [], packages: [], fonts: [] };

let installed: Installed | undefined;

export function readInstalled(): Installed {
  installed ??= read();
  return installed;
}

function read(): Installed {
  const folder = path.join(process.cwd(), 'public', 'packages');
  try {
    const file = readdirSync(folder).find((name) => name.endsWith('.json')) ?? '';
    return installedSchema.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')));
  } catch {
    return NOTHING;
  }
}
