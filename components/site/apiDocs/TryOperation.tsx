'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { translatorOf } from '@/components/lib/translator';
import { CopyField } from '@/components/ui/CopyField';
import { FIELD, OUTLINE_BUTTON } from '@/components/ui/classes';
import type { Method, Operation } from '@/core/render/openapi';
import type { Parameter } from '@/core/render/openapiParts';
import { curlOf, exampleBodies, exampleParameters, requestOf, type TriedRequest } from './request';
import { TriedAnswer, type Received } from './TriedAnswer';
import { at } from '@/core/basePath';

interface TryOperationProps {
  readonly base: string;
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

const ACCEPTS = ['', 'application/json', 'image/*', 'image/png', 'application/pdf'];

/** The form of an operation, and what the server answered to it. */
export function TryOperation({ base, path, method, operation }: TryOperationProps) {
  const t = useTranslations('site');
  const [bodies, setBodies] = useState(() => exampleBodies(operation));
  const [parameters, setParameters] = useState(() => exampleParameters(operation));
  const contentTypes = Object.keys(bodies);
  const [contentType, setContentType] = useState(contentTypes[0]);
  const [accept, setAccept] = useState('');
  const [received, setReceived] = useState<Received>();
  const [isBusy, setBusy] = useState(false);
  const request = requestOf(path, method, operation, {
    parameters,
    contentType,
    body: bodies[contentType ?? ''] ?? '',
    accept,
  });
  const send = async () => {
    setBusy(true);
    setReceived(await receive(request));
    setBusy(false);
  };
  return (
    <form
      className="flex flex-col gap-3"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <div className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-3">
        {(operation.parameters ?? []).map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={parameters[parameter.name] ?? ''}
            onChange={(value) => setParameters({ ...parameters, [parameter.name]: value })}
          />
        ))}
        <Select label={t('api.accept')} value={accept} options={ACCEPTS} onChange={setAccept} />
        {contentTypes.length > 1 && (
          <Select
            label={t('api.contentType')}
            value={contentType ?? ''}
            options={contentTypes}
            onChange={setContentType}
          />
        )}
      </div>
      {contentType !== undefined && (
        <label className="flex flex-col gap-1 text-muted">
          {t('api.body')}
          <textarea
            className="rounded-md border border-line bg-surface p-2 font-mono text-[13px] text-text"
            rows={6}
            spellCheck={false}
            value={bodies[contentType] ?? ''}
            onChange={({ target }) => setBodies({ ...bodies, [contentType]: target.value })}
          />
        </label>
      )}
      <CopyField label={t('api.shellCommand')} text={curlOf(base, request)} />
      <button type="submit" className={`${OUTLINE_BUTTON} self-start`} disabled={isBusy}>
        {t('api.send')}
      </button>
      {received && <TriedAnswer received={received} />}
    </form>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ParameterField({ parameter: { name, schema, required }, value, onChange }: ParameterFieldProps) {
  const words = schema.enum?.map(String);
  if (words)
    return <Select label={name} value={value} options={required ? words : ['', ...words]} onChange={onChange} />;
  return (
    <label className="flex flex-col gap-1 text-muted">
      {name}
      <input
        className={FIELD}
        value={value}
        required={required}
        placeholder={schema.description ?? ''}
        onChange={({ target }) => onChange(target.value)}
      />
    </label>
  );
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}

function Select({ label, value, options, onChange }: SelectProps) {
  const t = useTranslations('site');
  return (
    <label className="flex flex-col gap-1 text-muted">
      {label}
      <select className={FIELD} value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? t('api.notSet') : option}
          </option>
        ))}
      </select>
    </label>
  );
}

async function receive({ address, init }: TriedRequest): Promise<Received> {
  const startedAt = performance.now();
  try {
    const response = await fetch(at(address), init);
    const blob = await response.blob();
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      milliseconds: Math.round(performance.now() - startedAt),
      headers: [...response.headers].filter(([name]) => !['connection', 'date', 'keep-alive'].includes(name)),
      picture: type.startsWith('image/') ? URL.createObjectURL(blob) : undefined,
      text: /^(?:text|application\/(?:problem\+)?json)/.test(type) ? await blob.text() : undefined,
      bytes: blob.size,
    };
  } catch {
    return { status: 0, milliseconds: 0, headers: [], text: translatorOf('common')('unreachable'), bytes: 0 };
  }
}
