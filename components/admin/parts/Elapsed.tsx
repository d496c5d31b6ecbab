'use client';

import { UNKNOWN, useFormat } from './useFormat';
import { useServerNow } from './useServerNow';

interface ElapsedProps {
  /** By the server's clock; undefined: nothing has begun. */
  readonly fromMs: number | undefined;
  /** Absent: it still goes on. */
  readonly toMs?: number | undefined;
}

/** How long something took, or takes so far: only this is drawn again as the time goes. */
export function Elapsed({ fromMs, toMs }: ElapsedProps) {
  const { seconds } = useFormat();
  if (fromMs === undefined) return UNKNOWN;
  if (toMs === undefined) return <Running fromMs={fromMs} />;
  return seconds(Math.max(0, (toMs - fromMs) / 1000));
}

function Running({ fromMs }: { readonly fromMs: number }) {
  const { seconds } = useFormat();
  return seconds(Math.max(0, (useServerNow() - fromMs) / 1000));
}
