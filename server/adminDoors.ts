import type { ControlDesk } from './admin/controlDesk';
import type { Panel } from './admin/hub';
import type { Levers } from './admin/lever';
import { cacheLevers, cachePanels } from './cache/adminSide';
import { linkLevers, linkPanels } from './links/adminSide';
import type { Metrics } from './metrics';
import { periodicLevers, periodicPanels } from './periodic/adminSide';
import type { Periodic } from './periodic/periodic';
import { prcLevers, prcPanels } from './prc/adminSide';
import type { ParallelRequests } from './prc/parallelRequests';
import type { Renders } from './render/renders';
import { graphLevers, graphPanels, type GraphsSeen } from './taskgraph/adminSide';

/** What the other doors of a front bring to the admin page. */

export interface AdminDoors {
  readonly prc: ParallelRequests;
  readonly periodic: Periodic;
  readonly renders: Renders;
  readonly graphs: () => GraphsSeen | undefined;
  readonly metrics: Metrics;
  readonly desk: ControlDesk;
}

export function panelsOf({ prc, periodic, renders, graphs, metrics }: AdminDoors): Record<string, Panel> {
  return {
    ...prcPanels(prc.overview),
    ...periodicPanels(periodic.overview),
    ...graphPanels(graphs),
    ...linkPanels(renders.links, renders.reports),
    ...cachePanels(renders.cache, () => metrics.cacheUsesByKind()),
  };
}

export function leversOf({ prc, periodic, renders, graphs, desk }: AdminDoors): Levers {
  return {
    ...prcLevers(prc.overview),
    ...periodicLevers(periodic.overview),
    ...graphLevers(graphs),
    ...linkLevers(renders.links, renders.reports),
    ...cacheLevers(renders.cache, desk),
  };
}
