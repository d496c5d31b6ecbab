'use client';

import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useWorkbench } from '@/components/workbench/context';
import { codeToRead } from '@/components/model/codeToRead';
import { textOf } from '@/components/model/draft';
import { renamed } from '@/components/model/draftFiles';
import { isProgramName } from '@/core/submission/fileNames';

/** In place of the tab while its name is written. Enter takes it, Escape leaves it. */
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

  const take = (value: string) => {
    if (gateway.state.renaming !== name) return;
    gateway.draft.startRenaming(undefined);
    const wanted = value.trim();
    // A name alone is that of a program.
    const to = wanted === '' ? name : wanted.includes('.') ? wanted : `${wanted}.asy`;
    const { draft } = gateway.state;
    const changed = renamed(draft, name, to);
    gateway.change(changed);
    if ('draft' in changed && name !== draft.main && textOf(draft, name) === '') offerToImport(to);
  };

  /** A new program is there to be imported by the main one. */
  const offerToImport = (file: string) => {
    const code = isProgramName(file) ? codeToRead(file) : undefined;
    if (code === undefined) return;
    gateway.layout.offer(say('files.added', { name: file }), {
      title: say('files.insertCode'),
      run: () => workbench.editor.apply({ kind: 'begin', code }, undefined),
    });
  };

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') take(event.currentTarget.value);
    else if (event.key === 'Escape') gateway.draft.startRenaming(undefined);
    else return;
    event.preventDefault();
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
      onBlur={({ target }) => take(target.value)}
    />
  );
}
