/** Numbers and times as the admin page writes them. */

export function seconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 100) return `${value.toFixed(1)} s`;
  return value < 7200 ? `${Math.round(value / 60)} min` : `${(value / 3600).toFixed(1)} h`;
}

export function percent(share: number | undefined): string {
  return share === undefined || !Number.isFinite(share) ? '–' : `${Math.round(share * 100)} %`;
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : `${Math.round(bytes / 1024 / 1024)} MB`;
}

export function clock(atMs: number): string {
  return new Date(atMs).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

export function dateAndClock(atMs: number): string {
  const date = new Date(atMs);
  return `${date.toLocaleDateString([], { month: 'short', day: 'numeric' })} ${clock(atMs)}`;
}

/** Long ids are told apart by their beginning. */
export function short(id: string): string {
  return id.length > 14 ? id.slice(0, 8) : id;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
