import { describedPicture } from '@/core/render/describedPicture';
import { descriptionOf } from '@/core/render/description';
import type { Submission } from '@/core/submission/submission';
import type { FromBackend } from '@/core/wire/wire';

/**
 * Adds what the main program says of its picture (docs/render-api.md, 17), for every endpoint: here its results leave the
 * jail. That is before the cache, whose key holds the program with its comments, so a picture is described once; and after
 * the self-check, which compares what asy wrote.
 */
export function describer(submission: Submission): (message: FromBackend) => FromBackend {
  const source = submission.main === undefined ? undefined : submission.files.get(submission.main);
  const description = descriptionOf(new TextDecoder().decode(source));
  if (Object.keys(description).length === 0) return (message) => message;
  return (message) =>
    message.type === 'result' && message.filename === undefined
      ? { ...message, bytes: describedPicture(message.format, message.bytes, description) }
      : message;
}
