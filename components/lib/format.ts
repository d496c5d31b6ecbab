/** Numbers, sizes and times as the pages write them. */

/** In the place of what is not known. */
const UNKNOWN = '–';

/** Tenths of a second up to ten, then whole ones. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 0.1) return `${seconds.toFixed(2)} s`;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** In the largest unit that leaves a whole number or one decimal. */
export function formatBytes(bytes: number | undefined): string {
  if (bytes === undefined) return UNKNOWN;
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}

export function seconds(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return UNKNOWN;
  if (value < 1) return `${Math.round(value * 1000)} ms`;
  if (value < 100) return `${value.toFixed(1)} s`;
  return value < 7200 ? `${Math.round(value / 60)} min` : `${(value / 3600).toFixed(1)} h`;
}

export function percent(share: number | undefined): string {
  return share === undefined || !Number.isFinite(share) ? UNKNOWN : `${Math.round(share * 100)} %`;
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
