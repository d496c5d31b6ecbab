import { diff, type Json } from '@/core/admin/patch';
import type { Panels } from '@/core/admin/admin';
import type { PanelName } from '@/core/admin/panels';
import { mayAct, type AdminRole } from '@/core/admin/roles';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { Service } from '@/platform/service';

/**
 * The panels of the admin page: read from where they are while somebody looks, compared with what was told, and the
 * difference passed on. However many look, each panel is read once; nothing is read when nobody does.
 */

export interface Panel {
  read(): Promise<Json>;
  readonly everyMs: number;
  readonly role: AdminRole;
}

/** All panels of the page. */
export type PanelSet = Readonly<Record<PanelName, Panel>>;

interface HubOptions {
  readonly panels: Readonly<Record<string, Panel>>;
  readonly isWatched: () => boolean;
  /** Once for each role; the patch has only what the role may see. */
  readonly tell: (role: AdminRole, patch: Json, atMs: number) => void;
  readonly log: Log;
}

/** At most two updates a second. */
const TICK_MS = 500;
/** Said even without a change, so that a page knows that its data is fresh. */
const BEAT_MS = 2000;
const ROLES: readonly AdminRole[] = ['viewer', 'operator', 'admin'];

export class Hub implements Service {
  private readonly current: Record<string, Json> = {};
  private readonly readAtMs = new Map<string, number>();
  private toldAtMs = 0;
  private readonly ticking: Loop;

  constructor(private readonly options: HubOptions) {
    const { log } = options;
    this.ticking = new Loop({ what: 'reading panels', everyMs: TICK_MS, runOnce: () => this.runOnce(Date.now()), log });
  }

  start(): void {
    this.ticking.start();
  }

  stop(): Promise<void> {
    return this.ticking.stop();
  }

  /** Everything this role may see, read now: nobody may have looked for hours. */
  async snapshot(role: AdminRole): Promise<Panels> {
    const patches = await this.refresh(Number.POSITIVE_INFINITY);
    if (Object.keys(patches).length > 0) this.tellAll(patches, Date.now());
    return this.visibleTo(role, this.current);
  }

  async runOnce(nowMs: number): Promise<void> {
    if (!this.options.isWatched()) return;
    const patches = await this.refresh(nowMs);
    const isDue = nowMs - this.toldAtMs >= BEAT_MS;
    if (Object.keys(patches).length > 0 || isDue) this.tellAll(patches, nowMs);
  }

  private tellAll(patches: Record<string, Json>, atMs: number): void {
    this.toldAtMs = atMs;
    for (const role of ROLES) this.options.tell(role, this.visibleTo(role, patches), atMs);
  }

  /** Reads the panels that are due, and answers what changed. */
  private async refresh(nowMs: number): Promise<Record<string, Json>> {
    const patches: Record<string, Json> = {};
    await Promise.all(
      Object.entries(this.options.panels).map(async ([name, panel]) => {
        if (nowMs - (this.readAtMs.get(name) ?? 0) < panel.everyMs - TICK_MS / 2) return;
        this.readAtMs.set(name, Number.isFinite(nowMs) ? nowMs : Date.now());
        try {
          const fresh = await panel.read();
          const patch = diff(this.current[name], fresh);
          if (patch === undefined) return;
          this.current[name] = fresh;
          patches[name] = patch;
        } catch (error) {
          this.options.log.warn({ panel: name, err: error }, 'a panel could not be read');
        }
      }),
    );
    return patches;
  }

  private visibleTo(role: AdminRole, panels: Readonly<Record<string, Json>>): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(panels).filter(([name]) => mayAct(role, this.options.panels[name]?.role ?? 'admin')),
    );
  }
}
