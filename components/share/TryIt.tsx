'use client';

import { useRef, useState } from 'react';
import { z } from 'zod';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import type { SharedLink } from '@/core/links/link';
import { SharedPicture } from './SharedPicture';

interface TryItProps {
  readonly link: SharedLink;
  readonly text: string;
  readonly address: string | undefined;
}

const rendered = z.object({
  results: z
    .array(z.object({ format: z.string(), encoding: z.enum(['utf8', 'base64']), data: z.string() }))
    .default([]),
  detail: z.string().optional(),
});

/** The program to change and run, inside the page of somebody else. */
export function TryIt({ link, text, address }: TryItProps) {
  const [picture, setPicture] = useState(address);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const run = async () => {
    setBusy(true);
    const answer = await render(link, field.current?.value ?? text);
    setBusy(false);
    setProblem(answer.problem);
    if (answer.address !== undefined) setPicture(answer.address);
  };

  return (
    <div className="flex flex-col gap-3" aria-busy={isBusy}>
      <SharedPicture link={{ ...link, pictureFormat: 'svg', width: undefined, height: undefined }} address={picture} />
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-error-soft px-3 py-2 font-mono text-[13px] text-error">
          {problem}
        </p>
      )}
      <textarea
        ref={field}
        aria-label="Program"
        defaultValue={text}
        spellCheck={false}
        rows={Math.min(16, text.split('\n').length + 1)}
        className="rounded-md border border-line bg-surface p-2 font-mono text-[13px] text-text"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      <button type="button" className={`${OUTLINE_BUTTON} self-start`} disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Drawing' : 'Run'}
      </button>
    </div>
  );
}

async function render({ project }: SharedLink, text: string): Promise<{ address?: string; problem?: string }> {
  const files = project.files.map((file) => [
    file.name,
    file.name === project.main ? text : 'text' in file ? file.text : { base64: file.base64 },
  ]);
  const response = await fetch('/render', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      files: Object.fromEntries(files),
      main: project.main,
      options: { ...project.options, format: 'svg' },
    }),
  }).catch(() => undefined);
  const answer = rendered.safeParse(await response?.json().catch(() => undefined)).data;
  if (answer === undefined) return { problem: 'The server could not be reached.' };
  const [first] = answer.results;
  const address =
    first?.format === 'svg' && first.encoding === 'utf8'
      ? `data:image/svg+xml,${encodeURIComponent(first.data)}`
      : undefined;
  return { address, problem: answer.detail };
}
