import { success } from '@/core/result';
import type { ActionsAbout } from '../admin/adminAction';
import type { Panel } from '../admin/hub';
import { panel } from '../admin/panels';
import type { PrcOverview } from './overview';

/** What the parallel request controller brings to the admin page: a panel, and an action that ends requests. */

const TYPES_SHOWN = 200;

export function prcPanels(overview: PrcOverview): Record<'requests', Panel> {
  const read = async () => {
    const listed = await overview.list({ from: 0, count: TYPES_SHOWN });
    // The counts are out of reach: the page says so instead of showing none.
    if (listed === undefined) return { isReachable: false };
    const { types, requests, rows } = listed;
    return {
      ...{ isReachable: true, types, requests },
      rows: Object.fromEntries(rows.map(({ requestType, count, holders }) => [requestType, { count, holders }])),
    };
  };
  return { requests: panel<'requests'>(1000, read) };
}

export function prcActions(overview: PrcOverview): ActionsAbout<'requests'> {
  return {
    'requests.end': async ({ holder, requestType }) => {
      const rows = (await overview.list({ from: 0, count: TYPES_SHOWN }))?.rows ?? [];
      const holders = rows.find((row) => row.requestType === requestType)?.holders ?? [];
      const count = holders.find((one) => one.holder === holder)?.count;
      overview.end(holder, requestType);
      const before = count === undefined ? 'not listed' : `${count} under way`;
      return success({ what: `requests of type ${requestType} that ${holder} holds`, before, after: 'ended' });
    },
  };
}
