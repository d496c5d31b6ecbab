/** Limits of the admin page's requests. */
export const ADMIN_LIMITS = {
  /** That one action may name. */
  maxTasksAnAction: 1000,
} as const;
