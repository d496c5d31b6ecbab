export const KIB = 1024;
export const MIB = 1024 * KIB;
export const DAY_SECONDS = 24 * 3600;
