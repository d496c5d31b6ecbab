'use client';

import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { OUTLINE_BUTTON } from './classes';

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
}

/** Something to copy, which can also be selected where the clipboard is out of reach. */
export function CopyField({ label, text }: CopyFieldProps) {
  const t = useTranslations('ui');
  const copy = useTranslations('common')('copy');
  const [copied, setCopied] = useState<string>();
  const id = useId();
  const isCopied = copied === text;
  const Icon = isCopied ? Check : Copy;
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
        <button
          type="button"
          className={OUTLINE_BUTTON}
          aria-label={t('copyLabel', { label })}
          onClick={() =>
            void navigator.clipboard?.writeText(text).then(
              () => setCopied(text),
              () => document.getElementById(id)?.focus(),
            )
          }
        >
          <Icon size={14} aria-hidden />
          {isCopied ? t('copied') : copy}
        </button>
      </div>
    </div>
  );
}
