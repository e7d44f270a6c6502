/** The numbers behind a chart, as a table. Whose they are stays in sight while the rest is scrolled, and leaves it room. */

export interface TableOf {
  caption: string;
  columns: readonly string[];
  /** The first cell of a row names it. */
  rows: readonly (readonly string[])[];
}

export function ChartTable({ caption, columns, rows }: TableOf) {
  return (
    // The caption is placed within it, and the bar has room below the last row.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable without a mouse.
    <section className="relative max-h-96 overflow-auto pb-2" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-xs" data-testid="chart-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="text-faint">
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={`sticky top-0 bg-panel px-2 py-1 font-normal whitespace-nowrap ${index ? "text-right" : "left-0 z-10 text-left"}`}
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
                    className="sticky left-0 bg-panel px-2 py-1 text-left font-normal text-soft"
                  >
                    <span className="block w-max max-w-[40vw] wrap-anywhere">{cell}</span>
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
