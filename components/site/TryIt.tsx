'use client';

import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { z } from 'zod';
import { packedBody } from '@/components/lib/packedBody';
import { translatorOf } from '@/components/lib/translator';
import { serverText } from '@/components/model/problemText';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { sharedProject, type SharedProject, type StoredLink } from '@/core/links/link';
import { encodeSource } from '@/core/render/encodedSource';
import { SharedPicture } from './SharedPicture';
import { at } from '@/core/basePath';

interface TryItProps {
  readonly link: StoredLink;
  readonly text: string;
  readonly address: string | undefined;
}

const result = z.object({ format: z.string(), data: z.string() });
type Result = Readonly<z.infer<typeof result>>;
const placed = z.object({
  message: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
});
const rendered = z.object({
  results: z.array(result).default([]),
  type: z.string().optional(),
  detail: z.string().optional(),
  problems: z.array(placed).default([]),
});

interface Shown {
  readonly pictureFormat: StoredLink['pictureFormat'];
  readonly address: string | undefined;
}

/** The program to change and run, inside the page of somebody else. */
export function TryIt({ link, text, address }: TryItProps) {
  const t = useTranslations('site');
  const [shown, setShown] = useState<Shown>({ pictureFormat: link.pictureFormat, address });
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const project = useRef<SharedProject>(undefined);

  const run = async () => {
    setBusy(true);
    project.current ??= await projectOf(link.id);
    const answer = await render(project.current, link.pictureFormat, field.current?.value ?? text);
    setBusy(false);
    setProblem(answer.problem);
    if (answer.shown !== undefined) setShown(answer.shown);
  };

  return (
    <div className="flex flex-col gap-3" aria-busy={isBusy}>
      <SharedPicture link={{ title: link.title, pictureFormat: shown.pictureFormat }} address={shown.address} />
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-error-soft px-3 py-2 font-mono text-[13px] text-error">
          {problem}
        </p>
      )}
      <textarea
        ref={field}
        aria-label={t('tryIt.program')}
        defaultValue={text}
        spellCheck={false}
        rows={Math.min(16, text.split('\n').length + 1)}
        className="rounded-md border border-line bg-surface p-2 font-mono text-[13px] text-text"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
      />
      <button type="button" className={`${OUTLINE_BUTTON} self-start`} disabled={isBusy} onClick={() => void run()}>
        {t(isBusy ? 'tryIt.rendering' : 'tryIt.run')}
      </button>
    </div>
  );
}

/** Its other files, which may be large, are fetched only by who runs it. */
async function projectOf(id: string): Promise<SharedProject | undefined> {
  const response = await fetch(at(`/api/links/${id}`)).catch(() => undefined);
  return sharedProject.safeParse(await response?.json().catch(() => undefined)).data;
}

async function render(
  project: SharedProject | undefined,
  pictureFormat: StoredLink['pictureFormat'] = 'svg',
  text: string,
): Promise<{ shown?: Shown; problem?: string }> {
  if (project === undefined) return { problem: translatorOf('common')('unreachable') };
  const files = project.files.map((file) => [
    file.name,
    file.name === project.main ? text : 'text' in file ? file.text : { base64: file.base64 },
  ]);
  const options = { ...project.options, format: pictureFormat };
  const { body, headers } = await packedBody(
    JSON.stringify({ files: Object.fromEntries(files), main: project.main, options }),
  );
  const response = await fetch(at('/render'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body,
  }).catch(() => undefined);
  const answer = rendered.safeParse(await response?.json().catch(() => undefined)).data;
  if (answer === undefined) return { problem: translatorOf('common')('unreachable') };
  const [first] = answer.results;
  return { shown: first && shownAs(first, project.files.length === 1 ? text : undefined), problem: problemIn(answer) };
}

/** What went wrong first, with its place where that is known. */
function problemIn({ type, detail, problems: [first] }: z.infer<typeof rendered>): string | undefined {
  if (detail === undefined) return undefined;
  if (first?.line === undefined) return serverText(first?.message ?? detail, type?.split('#')[1]);
  return `${first.file}:${first.line}:${first.column}: ${serverText(first.message)}`;
}

/** `text`: of a project that is one program, whose scene has an address of its own. */
function shownAs({ format, data }: Result, text: string | undefined): Shown | undefined {
  switch (format) {
    case 'svg':
      return { pictureFormat: 'svg', address: `data:image/svg+xml,${encodeURIComponent(data)}` };
    case 'png':
      return { pictureFormat: 'png', address: `data:image/png;base64,${data}` };
    case 'html':
      return text === undefined
        ? undefined
        : { pictureFormat: 'html', address: `/html/${encodeSource(new TextEncoder().encode(text))}` };
    default:
      return undefined;
  }
}
