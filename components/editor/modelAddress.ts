import type { Uri } from 'monaco-editor';
import type { MonacoModule } from './loadMonaco';

/** Files of the draft have addresses of their own in Monaco, so that one can be reached from another. */

const SCHEME = 'draft';

export function modelAddress(monaco: MonacoModule, name: string): Uri {
  return monaco.Uri.from({ scheme: SCHEME, path: `/${name}` });
}

/** The file's name; undefined for models of others. */
export function fileOfModel({ scheme, path }: Pick<Uri, 'scheme' | 'path'>): string | undefined {
  return scheme === SCHEME ? path.slice(1) : undefined;
}
