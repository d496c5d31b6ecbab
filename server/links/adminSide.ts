import { LINK_LIMITS } from '@/core/links/limits';
import { success } from '@/core/result';
import type { Panel } from '../admin/hub';
import { cannot, type ActionsAbout } from '../admin/adminAction';
import { panel } from '../admin/panels';
import type { LinkStore } from './linkStore';
import type { Reports } from './reports';

/** What shared links bring to the admin page: the newest of them, what is reported about them, and an action for each. */

const LINKS_SHOWN = 100;
const REPORTS_SHOWN = 100;

export function linkPanels(store: LinkStore, reports: Reports): Record<'links', Panel> {
  const read = async () => {
    const [links, reported, size] = await Promise.all([
      store.list(LINKS_SHOWN),
      reports.list(REPORTS_SHOWN),
      store.size(),
    ]);
    return {
      ...size,
      links: Object.fromEntries(links.map((link) => [link.id, link])),
      reports: Object.fromEntries(reported.map((report) => [report.id, report])),
    };
  };
  return { links: panel<'links'>(1000, read) };
}

export function linkActions(store: LinkStore, reports: Reports): ActionsAbout<'link' | 'report'> {
  return {
    'link.remove': async ({ id }) => {
      const link = await store.link(id);
      if (!link) return cannot(`There is no link ${id}.`, 'unknown-link', { id });
      await store.remove(id);
      // What was said about it has been dealt with.
      for (const report of await reports.list(LINK_LIMITS.maxReports))
        if (report.link === id) await reports.remove(report.id);
      return success({ what: `the link ${id}`, before: link.title, after: 'removed' });
    },
    'report.dismiss': async ({ id }) => {
      const report = await reports.find(id);
      if (!report)
        return cannot('There is no such report; another administrator may have dealt with it.', 'unknown-report');
      await reports.remove(id);
      return success({ what: `a report about the link ${report.link}`, before: report.words, after: 'dismissed' });
    },
  };
}
