'use client';

import { Component, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { OUTLINE_BUTTON } from './classes';

interface ErrorBoundaryProps {
  /** What stopped working, as the beginning of a sentence: `The picture`. */
  readonly what: string;
  readonly children: ReactNode;
}

/** A fault in one part leaves the others as they are, and the part can be started anew. React logs what it was. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <Crashed what={this.props.what} onReload={() => this.setState({ hasFailed: false })} />;
  }
}

function Crashed({ what, onReload }: { readonly what: string; readonly onReload: () => void }) {
  const t = useTranslations('ui');
  return (
    <div role="alert" className="flex min-h-0 flex-1 flex-col items-center justify-center gap-3 p-6 text-center">
      <p>{t('crashed', { what })}</p>
      <button type="button" className={OUTLINE_BUTTON} onClick={onReload}>
        {t('reload')}
      </button>
    </div>
  );
}
