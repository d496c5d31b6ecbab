import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SubmissionLimits } from '@/core/submission/limits';
import { explained } from '@/core/explanations';
import { failure } from '@/core/errors';
import { LINK_LIMITS, PREVIEW_SIZE } from '@/core/links/limits';
import type { SharedLink } from '@/core/links/link';
import { readAccept } from '@/core/render/accept';
import { mediaType } from '@/core/render/mediaTypes';
import { parseRenderOptions } from '@/core/render/options';
import { RENDER_FORMATS, type RenderFormat } from '@/core/submission/submission';
import { refusal, success, type Result } from '@/core/result';
import type { Identity } from '../identity';
import type { Who } from '../queue/tasks';
import { finishRender, type RenderParts } from '../render/finishedRender';
import { standingAlone } from '../render/scene';
import type { Handler } from '../render/operations';
import { sendFailure, sendFinished, sendPicture } from '../render/reply';
import { fileOf } from '../render/request';
import { makeSubmission, type RenderSubmission } from '../render/submission';
import { noLink, type LinkStore, type LinkPicture } from './linkStore';

/** The pictures of links (docs/sharing.md, 3 and 4): the kept one, and others drawn when somebody asks. */

interface LinkPicturesOptions extends RenderParts {
  readonly store: LinkStore;
  readonly identity: Identity;
  readonly limits: SubmissionLimits;
}

/** A live link may change; whoever has a picture asks whether it is still the one. */
const FRESH = 'no-cache';

/** What is shown on the page of a link: a scene, a raster picture if that was wanted, else SVG. */
export async function drawLink(
  parts: RenderParts,
  submission: RenderSubmission,
  who: Who,
  reply: FastifyReply,
): Promise<Result<LinkPicture | undefined>> {
  const wanted = submission.options.format;
  const format: RenderFormat = wanted === 'html' || wanted === 'png' ? wanted : 'svg';
  const drawn = { ...submission, options: { ...submission.options, format } };
  const finished = await finishRender(parts, drawn, who, reply);
  if (finished === undefined) return refusal(failure('bad-message', 'The request was broken off.'));
  if (!finished.end.ok) return finished.end;
  const [picture] = finished.results;
  if (picture === undefined || !isShown(picture.format)) return success(undefined);
  const bytes = picture.format === 'html' ? standingAlone(picture.bytes) : picture.bytes;
  if (bytes.length <= LINK_LIMITS.maxPictureBytes) return success({ format: picture.format, bytes });
  const words = explained('pictureTooLarge', { bytes: picture.bytes.length, most: LINK_LIMITS.maxPictureBytes });
  return refusal(failure('too-large', words));
}

export function pictureHandlers(options: LinkPicturesOptions): Record<'linkPicture' | 'linkPreview', Handler> {
  const linkPicture: Handler = async (request, reply) => {
    const { id = '' } = request.params;
    const format = RENDER_FORMATS.find((known) => known === request.params.format);
    const link = await options.store.read(id);
    if (!link || format === undefined) return draw(request, reply, refusal(noLink()));
    const kept = link.pictureFormat === format ? await options.store.picture(link) : undefined;
    if (kept) return sendPicture(reply.header('cache-control', FRESH), kept);
    return draw(request, reply, submissionOf(link, format, options.limits));
  };
  const linkPreview: Handler = async (request, reply) => {
    const link = await options.store.read(request.params.id ?? '');
    return draw(request, reply, link ? previewOf(link, options.limits) : refusal(noLink()));
  };
  return { linkPicture, linkPreview };

  async function draw(request: FastifyRequest, reply: FastifyReply, read: Result<RenderSubmission>) {
    const wanted = readAccept(request.headers.accept);
    if (!read.ok) return sendFailure(reply, read.failure, wanted);
    const submission = read.value;
    const who = options.identity.whoIs(request.raw);
    const finished = await finishRender(options, submission, who, reply);
    return finished ? sendFinished(reply, finished, { submission, wanted, cacheControl: FRESH }) : reply;
  }
}

/** Small ones are in the page itself; a page that is read has its picture. */
const INLINE_BYTES = 256 * 1024;

/** How a page shows the kept picture: as an image, never as markup. */
export function pictureAddress(link: SharedLink, picture: LinkPicture | undefined): string | undefined {
  if (picture === undefined) return undefined;
  if (picture.format === 'html' || picture.bytes.length > INLINE_BYTES)
    return `/s/${link.id}/picture.${picture.format}?revision=${link.revision}`;
  return `data:${mediaType(picture.format)};base64,${Buffer.from(picture.bytes).toString('base64')}`;
}

/** A scene is drawn as a flat picture without a graphics card. */
const FLAT = { render: 0 };

function submissionOf(
  { project, pictureFormat }: SharedLink,
  format: RenderFormat,
  limits: SubmissionLimits,
): Result<RenderSubmission> {
  const isFlat = pictureFormat === 'html' && format !== 'html' && format !== 'v3d';
  const options = parseRenderOptions({ ...(isFlat ? FLAT : {}), ...project.options, format }, limits.levelSeconds);
  if (!options.ok) return options;
  return makeSubmission(project.files.map(fileOf), project.main, options.value, limits);
}

/** What the options say of the size is the preview's own affair. */
function previewOf(link: SharedLink, limits: SubmissionLimits): Result<RenderSubmission> {
  const submission = submissionOf(link, 'png', limits);
  if (!submission.ok) return submission;
  const { scale: _scale, antialias: _antialias, ...options } = submission.value.options;
  return success({ ...submission.value, options: { ...options, ...FLAT, sheet: PREVIEW_SIZE } });
}

function isShown(format: string): format is LinkPicture['format'] {
  return ['svg', 'png', 'html'].includes(format);
}
