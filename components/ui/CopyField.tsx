'use client';

import { useId } from 'react';
import { CopyButton } from './CopyButton';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
}

/** Something to copy, which can also be selected where the clipboard is out of reach. */
export function CopyField({ label, text }: CopyFieldProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-muted">
        {label}
      </label>
      <div className="flex items-start gap-2">
        <textarea
          id={id}
          readOnly
          rows={text.split('\n').length}
          value={text}
          wrap="off"
          className="min-w-0 flex-1 resize-none rounded-md border border-line bg-sunken px-2 py-1 font-mono text-[13px]"
          onFocus={({ target }) => target.select()}
        />
        <CopyButton key={text} label={label} read={() => text} onRefused={() => document.getElementById(id)?.focus()} />
      </div>
    </div>
  );
}
