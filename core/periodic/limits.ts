/** What the Periodic door allows (docs/periodic.md). */
export const PERIODIC_LIMITS = {
  /** The size field of a packet; a larger one closes the connection. */
  maxPacketBytes: 16 * 1024 * 1024,
  /** What a worker of our own may hand back; with its packet it stays below `maxPacketBytes`. */
  maxResultBytes: 15 * 1024 * 1024,
  /** How long a GRAB_JOB of the seed dialect is held before NO_JOB; known clients grab again every second. */
  grabHoldMilliseconds: 1200,
  firstRetrySeconds: 1,
  maxRetrySeconds: 60,
  /** The newest jobs that failed too often. */
  maxDeadJobs: 1000,
} as const;
