import type { AuditEntry } from '@/core/admin/panels';

/** The audit log as a table for other programs (RFC 4180), the newest entry first. */

const COLUMNS = ['time', 'who', 'role', 'action', 'what', 'before', 'after', 'refused'] as const;

export function auditCsv(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ atMs, ...entry }) => {
    const row: Readonly<Record<string, string | undefined>> = { ...entry, time: new Date(atMs).toISOString() };
    return COLUMNS.map((name) => cell(row[name] ?? ''));
  });
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** What begins like a formula is run by spreadsheets; a quote before it keeps it a text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
