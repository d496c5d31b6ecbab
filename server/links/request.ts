import { z } from 'zod';
import type { SubmissionLimits } from '@/core/submission/limits';
import { failure } from '@/core/errors';
import { LINK_LIMITS } from '@/core/links/limits';
import { expiryDays, mainText, sharedProject, type SharedProject } from '@/core/links/link';
import { descriptionOf } from '@/core/render/description';
import { parseRenderOptions } from '@/core/render/options';
import { refusal, success, type Result } from '@/core/result';
import { fileOf } from '../render/request';
import { makeSubmission, type RenderSubmission } from '../render/submission';

/** The body of a request that makes or updates a link (docs/sharing.md, 2), checked as if it were to be rendered. */

export interface LinkRequest {
  readonly title: string;
  /** What the picture shows, if the program tells. */
  readonly alt?: string;
  readonly project: SharedProject;
  readonly expiresInDays: number | null;
  readonly submission: RenderSubmission;
}

const linkBody = sharedProject.extend({
  options: sharedProject.shape.options.optional(),
  title: z.string().trim().max(LINK_LIMITS.maxTitleCharacters).optional(),
  expiresInDays: expiryDays.nullable().optional(),
});

export function readLinkRequest(body: unknown, limits: SubmissionLimits): Result<LinkRequest> {
  const parsed = linkBody.safeParse(body);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    const what = where === '' ? 'it is not a JSON object' : `${JSON.stringify(where)} is not as it should be`;
    const wrong = failure(
      'bad-message',
      `The body must be {"files": [{"name", "text" or "base64"}], "main", "options", "title" of at most ${LINK_LIMITS.maxTitleCharacters} characters, "expiresInDays" of at most ${LINK_LIMITS.maxExpiryDays} or null}; ${what}.`,
    );
    return refusal(wrong);
  }
  const { files, main, options = {}, title, expiresInDays = null } = parsed.data;
  const checked = parseRenderOptions(options, limits.levelSeconds);
  if (!checked.ok) return checked;
  const made = makeSubmission(files.map(fileOf), main, checked.value, limits);
  if (!made.ok) return made;
  const project = { files, main, options };
  const { title: told, alt } = descriptionOf(mainText(project));
  const name = title === undefined || title === '' ? (told ?? main.replace(/\.asy$/, '')) : title;
  return success({ title: name, alt, project, expiresInDays, submission: made.value });
}
