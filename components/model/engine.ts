import { automaticEngine } from '@/core/submission/engine';
import type { TexEngine } from '@/core/submission/submission';
import type { Draft } from './draft';
import type { Settings } from './settings';

/** The engine of TeX that a draft is drawn with, here and wherever it is sent; undefined is the server's own. */
export function engineOf({ files, engine: own }: Draft, { engine }: Pick<Settings, 'engine'>): TexEngine | undefined {
  const texts = files.map(
    ({ name, contents }) => [name, () => (typeof contents === 'string' ? contents : '')] as const,
  );
  return engine ?? own ?? automaticEngine(texts);
}
