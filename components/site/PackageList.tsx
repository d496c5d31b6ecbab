'use client';

import { useDeferredValue, useState } from 'react';
import { useTranslations } from 'use-intl';
import { searchText } from '@/components/lib/search';
import { Tooltip } from '@/components/ui/Tooltip';

/** More rows than anybody reads would make typing slow. */
const MAX_SHOWN = 300;

/** A package with its styles, or a family of fonts with its kinds: the name first. */
type Listed = readonly [name: string, ...parts: readonly string[]];

interface PackageListProps {
  readonly packages: readonly Listed[];
  readonly fonts: readonly Listed[];
}

export function PackageList({ packages, fonts }: PackageListProps) {
  const t = useTranslations('site');
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  return (
    <>
      <label className="mt-6 flex max-w-md flex-col gap-1">
        {t('packages.search')}
        <input
          type="search"
          className="h-9 rounded-md border border-edge bg-surface px-3"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      </label>
      <Names
        title={t('packages.packages')}
        all={packages}
        found={search(packages, wanted)}
        codeOf={(name) => `usepackage("${name}");`}
      />
      <Names title={t('packages.fonts')} all={fonts} found={search(fonts, wanted)} />
    </>
  );
}

function search(all: readonly Listed[], query: string): readonly Listed[] {
  return searchText(
    all,
    query,
    (names) => names.join(' '),
    ([name]) => name,
  );
}

interface NamesProps {
  readonly title: string;
  readonly all: readonly Listed[];
  readonly found: readonly Listed[];
  /** What a click on a name copies. */
  readonly codeOf?: (name: string) => string;
}

/** A click copies the line that loads it. */
function CopiedName({ name, code }: { readonly name: string; readonly code: string }) {
  const t = useTranslations('site');
  const ui = useTranslations('ui');
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(code).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Tooltip text={t('packages.copy', { code })}>
      <button
        type="button"
        className="min-h-6 rounded px-1 font-mono text-xs hover:bg-hover"
        onClick={copy}
        onBlur={() => setCopied(false)}
      >
        {name}
        {isCopied && (
          <span role="status" className="ml-2 font-sans text-ok">
            {ui('copied')}
          </span>
        )}
      </button>
    </Tooltip>
  );
}

function Names({ title, all, found, codeOf }: NamesProps) {
  const t = useTranslations('site');
  const rest = found.length - MAX_SHOWN;
  return (
    <section aria-label={title}>
      <h2 className="mt-8 mb-3 text-base font-semibold">
        {title}{' '}
        <span className="font-normal text-muted">{t('packages.found', { found: found.length, all: all.length })}</span>
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-x-6 gap-y-1">
        {found.slice(0, MAX_SHOWN).map(([name, ...parts]) => (
          <li key={name} className="min-w-0 wrap-anywhere">
            {codeOf ? (
              <CopiedName name={name} code={codeOf(name)} />
            ) : (
              <span className="font-mono text-xs">{name}</span>
            )}
            {parts.some((part) => part !== name) && <span className="text-muted"> {parts.join(', ')}</span>}
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="mt-2 text-muted">{t('packages.more', { count: rest })}</p>}
      {found.length === 0 && (
        <p className="text-muted">{t(all.length === 0 ? 'packages.unavailable' : 'packages.noMatches')}</p>
      )}
    </section>
  );
}
