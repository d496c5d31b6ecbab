/** Pixels of the picture that other sites show beside the address of a link: what most of them expect. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const;

/** The limits of shared links (docs/sharing.md). */
export const LINK_LIMITS = {
  /** Links that one client may make or update in an hour; many clients may share an address. */
  changesPerHour: 60,
  changesPerHourAndAddress: 600,
  /** Of everybody together; what an operator may change is a setting. */
  maxLinks: 100_000,
  maxLinksBytes: 4 * 1024 * 1024 * 1024,
  maxTitleCharacters: 120,
  maxPictureBytes: 4 * 1024 * 1024,
  maxExpiryDays: 3650,
  /** Reports from one address in an hour. */
  reportsPerHour: 20,
  maxReportCharacters: 1000,
  /** Of all links; the oldest are forgotten. */
  maxReports: 1000,
} as const;
