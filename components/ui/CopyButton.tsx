'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OUTLINE_BUTTON } from './classes';

interface CopyButtonProps {
  /** What is copied. */
  readonly label: string;
  readonly read: () => string;
  /** The clipboard is out of reach: it can be selected at least. */
  readonly onRefused: () => void;
}

/** Copies, and says so. */
export function CopyButton({ label, read, onRefused }: CopyButtonProps) {
  const t = useTranslations('ui');
  const copy = useTranslations('common')('copy');
  const [isCopied, setCopied] = useState(false);
  const Icon = isCopied ? Check : Copy;
  const run = () => {
    // Browsers have none on pages over plain HTTP.
    const written = navigator.clipboard?.writeText(read());
    if (written === undefined) onRefused();
    else written.then(() => setCopied(true), onRefused);
  };
  return (
    <button type="button" className={OUTLINE_BUTTON} aria-label={t('copyLabel', { label })} onClick={run}>
      <Icon size={14} aria-hidden />
      {isCopied ? t('copied') : copy}
    </button>
  );
}
