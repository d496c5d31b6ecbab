/**
 * Runs in the browser before any other code of a page. zod would try whether it may compile its parsers; our policy says
 * no, and browsers report every try. This is how zod is told beforehand, without loading it.
 */
declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

globalThis.__zod_globalConfig = Object.assign(globalThis.__zod_globalConfig ?? {}, { jitless: true });

export {};
