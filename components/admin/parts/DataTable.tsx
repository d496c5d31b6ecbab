import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly testIdOf?: (row: Row) => string;
}

/** Rows of equal things. Wide ones scroll by themselves, with the keyboard too. */
export function DataTable<Row>({ label, columns, rows, keyOf, testIdOf }: DataTableProps<Row>) {
  return (
    <div className="max-h-96 overflow-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th
                key={title}
                scope="col"
                className={`sticky top-0 border-b border-line bg-surface px-2 py-1.5 first:pl-4 last:pr-4 sm:px-4 font-normal whitespace-nowrap text-muted ${isNumber ? 'text-right' : 'text-left'}`}
              >
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className="hover:bg-hover" data-testid={testIdOf?.(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td
                  key={title}
                  className={`px-2 py-1 whitespace-nowrap first:pl-4 last:pr-4 sm:px-4 ${isNumber ? 'text-right tabular-nums' : ''}`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
