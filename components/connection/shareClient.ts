import { toBase64 } from '@/components/lib/base64';
import { packedBody } from '@/components/lib/packedBody';
import { translatorOf } from '@/components/lib/translator';
import { z } from 'zod';
import { serverText } from '@/components/model/problemText';
import type { Draft } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import type { PageFormat, Settings } from '@/components/model/settings';
import type { ProjectFile } from '@/core/links/link';
import { at } from '@/core/basePath';

/** Making and changing links over HTTP (docs/sharing.md, 2 and 3). Failures are sentences to show. */

interface ShareRequest {
  readonly draft: Draft;
  readonly title: string;
  readonly format: PageFormat;
  readonly settings: Pick<Settings, 'durationSeconds' | 'engine'>;
  /** Null: it stays. */
  readonly expiresInDays: number | null;
}

const made = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  alt: z.string().optional(),
  token: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
});
export type MadeLink = Readonly<z.infer<typeof made>>;
export type Shared = { readonly link: MadeLink } | { readonly problem: string };

const problem = z.object({ type: z.string().optional(), detail: z.string() });

export function createLink(request: ShareRequest): Promise<Shared> {
  return send('POST', '/api/links', request);
}

export function updateLink(id: string, token: string, request: ShareRequest): Promise<Shared> {
  return send('PUT', `/api/links/${id}`, request, token);
}

/** What went wrong, if something did. One that is gone already is deleted. */
export async function deleteLink(id: string, token: string): Promise<string | undefined> {
  const response = await call('DELETE', `/api/links/${id}`, undefined, token);
  if (response === undefined) return unreachable();
  return response.ok || response.status === 404 ? undefined : explain(response);
}

function unreachable(): string {
  return translatorOf('common')('unreachable');
}

async function send(method: string, path: string, request: ShareRequest, token?: string): Promise<Shared> {
  const { draft, format, settings, ...rest } = request;
  const options = {
    format,
    duration: settings.durationSeconds ?? undefined,
    engine: engineOf(draft, settings),
  };
  const body = JSON.stringify({ ...rest, options, main: draft.main, files: draft.files.map(projectFile) });
  const response = await call(method, path, body, token);
  if (response === undefined) return { problem: unreachable() };
  if (!response.ok) return { problem: await explain(response) };
  const link = made.safeParse(await response.json().catch(() => undefined)).data;
  return link ? { link } : { problem: translatorOf('model')('links.unexpected') };
}

async function call(method: string, path: string, text?: string, token?: string): Promise<Response | undefined> {
  const body = text === undefined ? undefined : await packedBody(text);
  const headers = {
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...body?.headers,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return fetch(at(path), { method, headers, body: body?.body }).catch(() => undefined);
}

async function explain(response: Response): Promise<string> {
  const told = problem.safeParse(await response.json().catch(() => undefined)).data;
  if (told !== undefined) return serverText(told.detail, told.type?.split('#')[1]);
  return translatorOf('model')('links.refused', { status: String(response.status) });
}

function projectFile({ name, contents }: Draft['files'][number]): ProjectFile {
  if (typeof contents === 'string') return { name, text: contents };
  return { name, base64: toBase64(contents) };
}
