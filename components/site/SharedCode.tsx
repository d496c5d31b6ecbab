'use client';

import { useRef, type ReactNode } from 'react';
import { CopyButton } from '@/components/ui/CopyButton';

interface SharedCodeProps {
  readonly name: string;
  /** All of the file is here, and not just its beginning. */
  readonly isWhole: boolean;
  /** The program in its colours. */
  readonly children: ReactNode;
}

/** A file to read and to copy. What is copied is read from the page, so that it need not be sent twice. */
export function SharedCode({ name, isWhole, children }: SharedCodeProps) {
  const code = useRef<HTMLPreElement>(null);
  return (
    <>
      <div className="mb-1 flex min-h-7 items-center justify-between gap-3">
        <h2 className="min-w-0 font-mono text-[13px] break-words text-muted">{name}</h2>
        {isWhole && (
          <div className="print:hidden">
            <CopyButton
              label={name}
              read={() => code.current?.textContent ?? ''}
              onRefused={() => code.current && getSelection()?.selectAllChildren(code.current)}
            />
          </div>
        )}
      </div>
      <pre
        ref={code}
        tabIndex={0}
        className="overflow-auto rounded-md border border-line bg-surface p-3 font-mono text-[13px] print:whitespace-pre-wrap"
      >
        {children}
      </pre>
    </>
  );
}
