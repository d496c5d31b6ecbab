/** Limits of the admin page's requests. Texts are counted in characters. */
export const ADMIN_LIMITS = {
  /** That one action may name. */
  maxTasksAnAction: 1000,
  maxActionName: 64,
  /** What is searched for. */
  maxQuery: 500,
  /** An announcement, or why there is maintenance. */
  maxNotice: 500,
  /** Levels in the words of the setting. */
  maxLevels: 400,
  maxClassName: 32,
  /** Of a task, a backend, a link or a report. */
  maxId: 128,
  /** A client or an address, as fairness names them; who holds requests. */
  maxClient: 256,
  maxTokenName: 64,
  maxTokenId: 64,
  maxFileName: 255,
  /** A func or a job of the Periodic server: one character for each byte. */
  maxJobName: 255,
  maxUrl: 500,
  /** What a webhook answered. */
  maxAnswer: 100,
  maxWebhooks: 20,
  maxWindows: 50,
  /** Of a webhook: a day. */
  maxPauseSeconds: 86_400,
  maxThresholdSeconds: 86_400,
  sessionSeconds: 12 * 3600,
  /** Of all administrators together. */
  maxSessions: 200,
  /** What a browser says of itself. */
  maxBrowser: 200,
  /** How exactly it is known when a session was last used. */
  seenEverySeconds: 60,
} as const;
