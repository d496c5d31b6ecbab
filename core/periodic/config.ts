/**
 * The numbers that CONFIG_GET and CONFIG_SET know, with their defaults (docs/periodic.md, 7).
 *
 * `timeout`, `keepalive` and `max-retry` have an effect here; the others are kept for clients that set and read them.
 */
export const CONFIG_DEFAULTS: ReadonlyMap<string, number> = new Map([
  ['poll-delay', 300],
  ['revert-delay', 300],
  /** Seconds a job without a timeout of its own may run; 0: for ever. */
  ['timeout', 600],
  /** Seconds a connection may be silent; 0: for ever. */
  ['keepalive', 300],
  ['max-patch', 250],
  /** Failures after which a job goes to the dead list; 0: never. */
  ['max-retry', 25],
]);
