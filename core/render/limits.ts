import { KIB, MIB } from '@/core/limits/units';

/** The limits of rendering over plain HTTP (docs/render-api.md), beside those of every submission (core/limits.ts). */

export const RENDER_LIMITS = {
  minScale: 0.1,
  maxScale: 10,
  /** Pixels per bp. */
  maxRender: 16,
  maxAntialias: 8,
  /** Of a request, unpacked; base64 and the frame of multipart bodies take their share. */
  maxBodyBytes: 16 * MIB,
  /** The line and the headers of a request: an address may carry a whole program. */
  maxHeadBytes: 64 * KIB,
} as const;

/** What a picture may say of itself (docs/render-api.md, 17). */
export const DESCRIPTION_LIMITS = {
  maxTitleCharacters: 120,
  maxAltCharacters: 1000,
} as const;

/** What is kept of renders (docs/render-api.md, 12). What an operator may change is a setting. */
export const CACHE_LIMITS = {
  memoryBytes: 64 * MIB,
  storeBytes: 512 * MIB,
  /** Everything one run has said and drawn. */
  maxEntryBytes: 8 * MIB,
} as const;
