import type { Counter } from '@/core/prc/counter';

/** What an admin may see and do about parallel requests, whichever front they are at (docs/parallel-requests.md, 10). */

interface ListedType {
  readonly requestType: string;
  readonly count: number;
  /** Who has them open: connections, and the product's own at a front; those with the most first. */
  readonly holders: readonly { readonly holder: string; readonly count: number }[];
}

interface TypePage {
  /** How many types are in use, on all pages. */
  readonly types: number;
  readonly requests: number;
  readonly rows: readonly ListedType[];
}

export class PrcOverview {
  constructor(private readonly counter: Counter) {}

  /** The types with the most requests first; undefined when the counts cannot be read now. */
  async list(page: { readonly from: number; readonly count: number }): Promise<TypePage | undefined> {
    const holdings = await this.counter.holdings();
    if (holdings === undefined) return undefined;
    const byType = new Map<string, { holder: string; count: number }[]>();
    for (const { holder, requestType, count } of holdings) {
      const holders = byType.get(requestType) ?? [];
      byType.set(requestType, holders);
      holders.push({ holder, count });
    }
    const rows = [...byType].map(([requestType, holders]): ListedType => {
      const most = holders.sort((a, b) => b.count - a.count || (a.holder < b.holder ? -1 : 1));
      return { requestType, count: sum(holders), holders: most };
    });
    rows.sort((a, b) => b.count - a.count || (a.requestType < b.requestType ? -1 : 1));
    return { types: rows.length, requests: sum(rows), rows: rows.slice(page.from, page.from + page.count) };
  }

  /** Ends all requests of the type that the holder has open, on whichever front it is. */
  end(holder: string, requestType: string): void {
    this.counter.end(holder, requestType);
  }
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}
