'use client';

import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import { codeToRead } from '@/components/model/codeToRead';
import { textOf } from '@/components/model/draft';
import { renamed } from '@/components/model/draftFiles';
import { isProgramName } from '@/core/submission/fileNames';

/** In place of the tab while its name is written. Enter takes it, unless it cannot be one; Escape leaves it. */
export function RenameField({ name }: { readonly name: string }) {
  const t = useTranslations('editor');
  const say = useTranslations('workbench');
  const workbench = useWorkbench();
  const { gateway } = workbench;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, name.lastIndexOf('.'));
  }, [name]);

  /** False if the file cannot have this name. */
  const take = (value: string): boolean => {
    if (gateway.state.renaming !== name) return true;
    const wanted = value.trim();
    // A name alone is that of a program.
    const to = wanted === '' ? name : wanted.includes('.') ? wanted : `${wanted}.asy`;
    const { draft } = gateway.state;
    const changed = renamed(draft, name, to);
    gateway.change(changed);
    if ('failure' in changed) return false;
    gateway.draft.startRenaming(undefined);
    if (name !== draft.main && textOf(draft, name) === '') offerToImport(to);
    return true;
  };

  /** A new program is there to be imported by the main one. */
  const offerToImport = (file: string) => {
    const code = isProgramName(file) ? codeToRead(file) : undefined;
    if (code === undefined) return;
    gateway.tell(say('files.added', { name: file }), {
      title: say('files.insert', { code }),
      run: () => workbench.editor.apply({ kind: 'begin', code }, undefined),
    });
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter' && !take(event.currentTarget.value)) return;
    gateway.draft.startRenaming(undefined);
    workbench.editor.focus();
  };

  return (
    <input
      ref={field}
      aria-label={t('rename', { name })}
      defaultValue={name}
      spellCheck={false}
      className="m-1 w-40 rounded border border-edge bg-surface px-2 font-mono text-xs"
      onKeyDown={press}
      onBlur={({ target }) => {
        take(target.value);
        gateway.draft.startRenaming(undefined);
      }}
    />
  );
}
