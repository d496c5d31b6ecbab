import { checkFileName, isProgramName } from '@/core/submission/fileNames';
import { failure, type Failure } from '@/core/errors';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { translatorOf } from '@/components/lib/translator';
import { serverText } from './problemText';
import { contentsOf, type Draft, type DraftFile } from './draft';

/** What can be done to the files of a draft. Each gives a new draft, or says why not. */

export type Changed = { readonly draft: Draft } | { readonly failure: Failure };

/** A file of the same name is replaced. `shown`: the first added one comes into the editor. */
export function withFiles(draft: Draft, added: readonly DraftFile[], as: 'shown' | 'hidden'): Changed {
  const [first] = added;
  if (first === undefined) return { draft };
  for (const { name } of added) {
    const wrong = checkFileName(name, SUBMISSION_LIMITS);
    if (wrong) return refused(wrong);
  }
  const kept = draft.files.map((file) => added.findLast(({ name }) => name === file.name) ?? file);
  const known = new Set(draft.files.map(({ name }) => name));
  const fresh = added.filter(
    ({ name }, index) => !known.has(name) && added.findLastIndex((file) => file.name === name) === index,
  );
  const files = [...kept, ...fresh];
  if (files.length > SUBMISSION_LIMITS.maxFiles) {
    return {
      failure: failure('too-many', translatorOf('model')('files.tooMany', { max: SUBMISSION_LIMITS.maxFiles })),
    };
  }
  return { draft: { ...draft, files, active: as === 'shown' ? first.name : draft.active } };
}

/** In the language of the page. */
function refused(wrong: Failure): Changed {
  return { failure: { ...wrong, message: serverText(wrong.message) } };
}

export function renamed(draft: Draft, from: string, to: string): Changed {
  if (from === to) return { draft };
  const wrong = checkFileName(to, SUBMISSION_LIMITS);
  if (wrong) return refused(wrong);
  if (contentsOf(draft, to) !== undefined)
    return { failure: failure('bad-file', translatorOf('model')('files.exists', { name: to })) };
  if (from === draft.main && !isProgramName(to)) {
    return { failure: failure('bad-file', translatorOf('model')('files.mainNotAsy')) };
  }
  const swap = (name: string) => (name === from ? to : name);
  return {
    draft: {
      ...draft,
      files: draft.files.map(({ name, contents }) => ({ name: swap(name), contents })),
      main: swap(draft.main),
      active: swap(draft.active),
    },
  };
}

/** The main file stays as long as there is one: it can only be removed after another has become main. */
export function withoutFile(draft: Draft, name: string): Changed {
  if (name === draft.main) return { failure: failure('bad-file', translatorOf('model')('files.deleteMain')) };
  const at = draft.files.findIndex((file) => file.name === name);
  const files = draft.files.filter((file) => file.name !== name);
  const neighbour = files[Math.min(at, files.length - 1)]?.name ?? draft.main;
  return { draft: { ...draft, files, active: draft.active === name ? neighbour : draft.active } };
}

/** Takes back what led from `before` to `after`, a file replaced or removed, in the draft as it is now. */
export function putBack(now: Draft, before: Draft, after: Draft): Draft {
  const files = [...now.files];
  for (const [place, file] of before.files.entries()) {
    if (contentsOf(after, file.name) === file.contents) continue;
    const at = files.findIndex(({ name }) => name === file.name);
    if (at < 0) files.splice(place, 0, file);
    else files[at] = file;
  }
  return { ...now, files, active: before.active === after.active ? now.active : before.active };
}

export function withMain(draft: Draft, name: string): Changed {
  if (!isProgramName(name)) return { failure: failure('bad-file', translatorOf('model')('files.mainNotAsy')) };
  return { draft: { ...draft, main: name } };
}

/** To the place `to` of the tabs; beyond the ends is at the end. */
export function movedTo(draft: Draft, name: string, to: number): Draft {
  const file = draft.files.find((other) => other.name === name);
  if (file === undefined) return draft;
  const files = draft.files.filter((other) => other !== file);
  files.splice(Math.max(0, to), 0, file);
  return { ...draft, files };
}

/** A name that is not taken: `module.asy`, `module2.asy` and so on. */
export function freeName(draft: Draft): string {
  for (let number = 1; ; number += 1) {
    const name = `module${number === 1 ? '' : number}.asy`;
    if (contentsOf(draft, name) === undefined) return name;
  }
}
