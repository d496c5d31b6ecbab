import type { FromBackend } from '@/core/wire/wire';

/** What no stage accounts for is the way between the parts. */
export function withTransfer(message: FromBackend, wholeMs: number): FromBackend {
  if ((message.type !== 'ended' && message.type !== 'result') || !message.timings) return message;
  const known = Object.values(message.timings).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const transfer = Math.max(0, Math.round(wholeMs - known));
  return { ...message, timings: { ...message.timings, transfer } };
}
