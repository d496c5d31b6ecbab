/** Unique in this browser. The platform's own UUIDs are missing on plain http. */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}
