import type { RenderFormat, TexEngine } from '@/core/submission/submission';

/** A program whose result must be the same by every way. */
export interface Program {
  readonly name: string;
  readonly source: string;
  /** Besides main.asy. */
  readonly files?: Readonly<Record<string, string>>;
  /** `main.asy` unless told. */
  readonly main?: string;
  readonly engine?: TexEngine;
  readonly format?: RenderFormat;
  readonly render?: number;
  /** Whether standard error goes into the output; true unless told. */
  readonly merged?: boolean;
  /** Whether jails are asked which line drew what; true unless told. */
  readonly objects?: boolean;
}

/** Names are given once, so that a failing one can be found. */
export function programs(sources: Readonly<Record<string, string | Omit<Program, 'name'>>>): Program[] {
  return Object.entries(sources).map(([name, program]) =>
    typeof program === 'string' ? { name, source: program } : { name, ...program },
  );
}
