import { KIB, MIB } from '@/core/limits/units';

/** What the Periodic endpoint allows (docs/periodic.md). */
export const PERIODIC_LIMITS = {
  /** The size field of a packet; a larger one closes the connection. */
  maxPacketBytes: 16 * MIB,
  /** The first packet: little more than a name and a token. */
  maxRegistrationBytes: 64 * KIB,
  /** What DUMP answers at most; clients read it as one packet. */
  maxDumpBytes: 128 * MIB,
  /** What a worker of our own may hand back; with its packet it stays below `maxPacketBytes`. */
  maxResultBytes: 15 * MIB,
  /** How long a GRAB_JOB of the seed dialect is held before NO_JOB; known clients grab again every second. */
  grabHoldMs: 1200,
  /** How long a connection may take to say who it is. */
  registrationMs: 30_000,
  maxConnections: 10_000,
  /** From another machine, where they cost whoever opens them little; a larger number is one of our own machine's. */
  maxConnectionsPerAddress: 1000,
  /** What all connections make a front keep, and what each may in any case. */
  maxKeptBytes: 256 * MIB,
  freeKeptBytes: MIB,
  /** Of Redis' memory: no job is taken in beyond it. */
  redisShare: 0.8,
  /** What one connection may have open. More is refused. */
  maxWaits: 10_000,
  maxGrabs: 1024,
  maxFuncs: 256,
  /** What one connection may have asked the store at a time. Then its next bytes wait. */
  maxAsked: 4096,
  maxAskedBytes: 4 * MIB,
  /** Of a front: with it go its workers. */
  leaseMs: 10_000,
  heartbeatMs: 2000,
  /** A large result is put aside so long for the fronts where somebody may wait for it. */
  resultSeconds: 60,
  /** After a failure; each further time it is twice as long, up to the most. */
  firstRetrySeconds: 1,
  maxRetrySeconds: 60,
  /** The newest jobs that failed too often. */
  maxDeadJobs: 1000,
} as const;
