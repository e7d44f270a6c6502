/** The numbers behind a chart, as a table. */

export interface TableOf {
  caption: string;
  columns: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
}

export function ChartTable({ caption, columns, rows }: TableOf) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable without a mouse.
    <section className="max-h-96 overflow-auto" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-xs" data-testid="chart-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-faint">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 bg-panel px-2 py-1 font-normal whitespace-nowrap ${index ? "text-right" : "text-left"}`}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join(" ")} className="border-t border-line">
              {row.map((cell, index) =>
                index === 0 ? (
                  <th
                    key={columns[index]}
                    scope="row"
                    className="px-2 py-1 text-left font-normal whitespace-nowrap text-soft"
                  >
                    {cell}
                  </th>
                ) : (
                  <td
                    key={columns[index]}
                    className="selectable px-2 py-1 text-right whitespace-nowrap"
                  >
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
