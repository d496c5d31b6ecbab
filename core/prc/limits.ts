/** What the parallel request controller allows and expects (docs/parallel-requests.md, 2 and 8). */
export const PRC_LIMITS = {
  /** A longer message closes the connection with 1009. */
  maxMessageBytes: 64 * 1024,
  heartbeatIntervalMs: 30_000,
  /** A client that sent no HEARTBEAT message for this long is closed. */
  maxSilenceMs: 60_000,
  /** Request-Limit, Wait-Timeout and Hold-Timeout are unsigned 32-bit numbers. */
  maxNumber: 0xffff_ffff,
} as const;
