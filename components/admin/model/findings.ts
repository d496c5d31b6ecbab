import type { AdminPanels } from '@/core/admin/panels';
import { ALARM_CODES, SEVERE_ALARMS, type ReasonValues } from '@/core/admin/reason';
import type { SectionName } from './adminSections';
import type { Figures } from './figures';

/** What an administrator should know first, the worst first: alarms, then what was set and may be forgotten. */

export interface Finding {
  readonly code: string;
  /** `error`: nothing is rendered. `warn`: something is wrong. `info`: something waits for an administrator. */
  readonly tone: 'error' | 'warn' | 'info';
  readonly values?: ReasonValues | undefined;
  /** As the front says it; absent for what the page finds itself. */
  readonly message?: string;
  /** Where to see more of it, and to do something about it. */
  readonly section?: SectionName | undefined;
}

const SECTION_OF_ALARM: Readonly<Record<string, SectionName>> = {
  'no-backend': 'backends',
  'backend-lost': 'backends',
  'permits-unread': 'backends',
  'versions-differ': 'backends',
  'shortcut-differs': 'backends',
  'estimates-off': 'queue',
};

const ORDER: readonly string[] = ALARM_CODES;

interface Seen extends Pick<Partial<AdminPanels>, 'health' | 'control' | 'links' | 'periodic'> {
  readonly figures?: Pick<Figures, 'donePerMinute' | 'failedShare' | 'oldestSeconds'>;
}

/** One failure of one is a mistake in a program; beyond that, a share like this must not stand under good news. */
const MIN_ENDED = 2;
const MAX_FAILED_SHARE = 0.25;
/** A task of the slowest class waits this long only where something is wrong. */
const MAX_WAIT_SECONDS = 60;

/** What the numbers tell, whether or not it is an alarm. */
function ofFigures({ donePerMinute, failedShare, oldestSeconds }: NonNullable<Seen['figures']>): Finding[] {
  const found: Finding[] = [];
  if (oldestSeconds !== undefined && oldestSeconds > MAX_WAIT_SECONDS) {
    const values = { minutes: Math.floor(oldestSeconds / 60) };
    found.push({ code: 'long-wait', tone: 'warn', values, section: 'tasks' });
  }
  if (failedShare !== undefined && donePerMinute >= MIN_ENDED && failedShare >= MAX_FAILED_SHARE) {
    const values = { percent: Math.round(failedShare * 100), count: donePerMinute };
    found.push({ code: 'failing', tone: 'warn', values, section: 'failures' });
  }
  return found;
}

export function findingsOf({ health, control, links, periodic, figures }: Seen): Finding[] {
  const alarms = (health?.alarms ?? []).map(({ code, message, values }): Finding => ({
    ...{ code, message, values, section: SECTION_OF_ALARM[code] },
    tone: SEVERE_ALARMS.has(code) ? 'error' : 'warn',
  }));
  // Of a code that this page does not know nobody knows how bad it is.
  const rank = (code: string) => (ORDER.includes(code) ? ORDER.indexOf(code) : SEVERE_ALARMS.size);
  alarms.sort((a, b) => rank(a.code) - rank(b.code));
  const findings = [...alarms, ...(figures ? ofFigures(figures) : [])];
  const paused = control?.paused ?? [];
  const reports = Object.keys(links?.reports ?? {}).length;
  const dead = Object.keys(periodic?.dead ?? {}).length;
  if (control?.maintenance) findings.push({ code: 'maintenance', tone: 'warn', section: 'announcement' });
  if (paused.length > 0)
    findings.push({ code: 'paused', tone: 'warn', values: { classes: paused.join(', ') }, section: 'queue' });
  if (reports > 0) findings.push({ code: 'reports', tone: 'info', values: { count: reports }, section: 'links' });
  if (dead > 0) findings.push({ code: 'dead-jobs', tone: 'info', values: { count: dead }, section: 'periodic' });
  return findings;
}
