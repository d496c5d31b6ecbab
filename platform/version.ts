/** The program's own version: fronts and workers of different versions raise an alarm. */
export const VERSION = '0.1.0';
