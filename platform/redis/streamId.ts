/** Ids of a stream's entries are `milliseconds-number`: below zero if `a` comes before `b`, zero if they are the same. */
export function compareIds(a: string, b: string): number {
  const [timeA = 0, numberA = 0] = a.split('-').map(Number);
  const [timeB = 0, numberB = 0] = b.split('-').map(Number);
  return timeA - timeB || numberA - numberB;
}
