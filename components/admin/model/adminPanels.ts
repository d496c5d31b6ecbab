import type { Control } from '@/core/admin/control';
import type { Decision, EndedTask } from '@/core/admin/endedTask';
import type { ReasonValues } from '@/core/admin/reason';
import type { QueueState } from '@/core/admin/queueState';
import type { AdminRole } from '@/core/admin/roles';
import type { Bucket } from '@/core/admin/series';
import type { WorkerHeartbeat } from '@/core/messages';
import type { EndpointPanels } from './endpointPanels';

/** The panels that a front pushes, by name. Each may still be missing: nobody leads, or the role may not see it. */
export interface AdminPanels extends EndpointPanels {
  readonly queue: QueueState;
  readonly ended: Readonly<Record<string, EndedTask>>;
  readonly decisions: Readonly<Record<string, Decision>>;
  readonly series: Readonly<Record<string, Readonly<Record<string, Bucket>>>>;
  readonly health: {
    readonly ok: boolean;
    readonly alarms: readonly { readonly code: string; readonly message: string; readonly values?: ReasonValues }[];
  };
  readonly workers: Readonly<Record<string, WorkerHeartbeat>>;
  readonly control: Control;
  readonly audit: readonly AuditEntry[];
  readonly tokens: readonly TokenRow[];
}

export interface AuditEntry {
  readonly atMs: number;
  readonly who: string;
  readonly role: string;
  readonly action: string;
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  readonly refused?: string;
}

export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly role: AdminRole;
  readonly createdAtMs: number;
}
