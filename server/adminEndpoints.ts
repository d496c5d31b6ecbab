import type { ControlStore } from './admin/controlStore';
import type { EndpointActions, EndpointPanels } from './admin/admin';
import { cacheActions, cachePanels } from './cache/adminSide';
import { linkActions, linkPanels } from './links/adminSide';
import type { Metrics } from './metrics';
import { periodicActions, periodicPanels } from './periodic/adminSide';
import type { Periodic } from './periodic/periodic';
import { prcActions, prcPanels } from './prc/adminSide';
import type { ParallelRequests } from './prc/parallelRequests';
import type { Renders } from './render/renders';
import { graphActions, graphPanels, type GraphsSeen } from './taskgraph/adminSide';

/** What the other endpoints of a front bring to the admin page. */

interface AdminEndpoints {
  readonly prc: ParallelRequests;
  readonly periodic: Periodic;
  readonly renders: Renders;
  readonly graphs: () => GraphsSeen | undefined;
  readonly metrics: Metrics;
  readonly controls: ControlStore;
}

export function panelsOf({ prc, periodic, renders, graphs, metrics }: AdminEndpoints): EndpointPanels {
  return {
    ...prcPanels(prc.overview),
    ...periodicPanels(periodic.overview),
    ...graphPanels(graphs),
    ...linkPanels(renders.links, renders.reports),
    ...cachePanels(renders.cache, () => metrics.cacheUsesByKind()),
  };
}

export function actionsOf({ prc, periodic, renders, graphs, controls }: AdminEndpoints): EndpointActions {
  return {
    ...prcActions(prc.overview),
    ...periodicActions(periodic.overview),
    ...graphActions(graphs),
    ...linkActions(renders.links, renders.reports),
    ...cacheActions(renders.cache, controls),
  };
}
