import { COOKIE_PATH } from '@/core/basePath';
/**
 * Says to the server that this browser keeps a draft, so that the page does not show the welcome example for a moment
 * before the draft is there. Nothing else is in it.
 */
export const DRAFT_COOKIE = 'asyground-draft';
const COOKIE_SECONDS = 365 * 24 * 3600;

export function noteDraft(): void {
  document.cookie = `${DRAFT_COOKIE}=1; Path=${COOKIE_PATH}; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}
