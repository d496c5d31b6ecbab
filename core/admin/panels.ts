import { z } from 'zod';
import { workerHeartbeat } from '@/core/messages';
import { controlSchema } from './control';
import { decision, endedTask } from './endedTask';
import { ENDPOINT_PANELS } from './endpointPanels';
import { queueState } from './queueState';
import { reasonValues } from './reason';
import { ADMIN_ROLES } from './roles';
import { deliveryRow, quietWindow, webhook } from './webhook';
import { bucket } from './series';

/** Every panel of the admin page: one schema each, by which a front writes it and a page reads it. */

/** An action of an administrator, or a sign-in. */
export const auditEntry = z.object({
  atMs: z.number(),
  who: z.string(),
  role: z.string(),
  action: z.string(),
  /** What it was done to, in words. */
  what: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** Why it was refused; absent: it was done. */
  refused: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const tokenRow = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  createdAtMs: z.number(),
});
export type TokenRow = Readonly<z.infer<typeof tokenRow>>;

/** Somebody who is signed in with a token. */
const sessionRow = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  address: z.string(),
  browser: z.string(),
  createdAtMs: z.number(),
  seenAtMs: z.number(),
});
export type SessionRow = Readonly<z.infer<typeof sessionRow>>;

/** A front of a newer version may know codes that a page does not. */
const alarm = z.object({ code: z.string(), message: z.string(), values: reasonValues.optional() });

export const PANELS = {
  queue: queueState,
  ended: z.record(z.string(), endedTask),
  decisions: z.record(z.string(), decision),
  /** By width, then by time. */
  series: z.record(z.string(), z.record(z.string(), bucket)),
  health: z.object({ ok: z.boolean(), alarms: z.array(alarm).readonly() }),
  workers: z.record(z.string(), workerHeartbeat),
  control: controlSchema,
  /** How many failures are kept, in how many bytes, and the id of the newest: when it changes, there is something to find. */
  failures: z.object({ count: z.number(), bytes: z.number(), newest: z.string() }),
  audit: z.array(auditEntry),
  tokens: z.array(tokenRow),
  sessions: z.array(sessionRow),
  /** Who is told of alarms, when nobody is, and what became of the newest messages. */
  webhooks: z.object({
    hooks: z.record(z.string(), webhook),
    windows: z.record(z.string(), quietWindow),
    deliveries: z.array(deliveryRow).readonly(),
  }),
  ...ENDPOINT_PANELS,
} as const;

export type PanelName = keyof typeof PANELS;
export type AdminPanels = { readonly [Name in PanelName]: z.infer<(typeof PANELS)[Name]> };
/** An empty document: nobody leads, or what it tells of is not there yet. */
type NotKnown = Readonly<Record<string, never>>;
export type PanelDocument<Name extends PanelName> = AdminPanels[Name] | NotKnown;

export const PANEL_NAMES = Object.keys(PANELS).filter(isPanelName);

export function isPanelName(name: string): name is PanelName {
  return Object.hasOwn(PANELS, name);
}

type PanelSchemas = { readonly [Name in PanelName]: z.ZodType<AdminPanels[Name]> };
const schemas: PanelSchemas = PANELS;

type ReadPanel<Name extends PanelName> =
  { readonly ok: true; readonly panel: AdminPanels[Name] | undefined } | { readonly ok: false };

/** What was pushed, if it is what its schema says. An empty document stands for "not known". */
export function readPanel<Name extends PanelName>(name: Name, document: unknown): ReadPanel<Name> {
  if (document === undefined || isEmpty(document)) return { ok: true, panel: undefined };
  const parsed = schemas[name].safeParse(document);
  return parsed.success ? { ok: true, panel: parsed.data } : { ok: false };
}

function isEmpty(document: unknown): boolean {
  return typeof document === 'object' && document !== null && Object.keys(document).length === 0;
}
