interface ChartTableProps {
  readonly caption: string
  readonly heads: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export const ChartTable = (props: ChartTableProps) => (
  <table class="w-full" data-testid="chart-table">
    <caption class="sr-only">{props.caption}</caption>
    <thead class="text-xs text-ink-3">
      <tr>
        {props.heads.map((head, index) => (
          <th key={head} scope="col" class={["py-1 font-medium", index === 0 ? "text-start" : "ps-3 text-end"]}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {props.rows.map(([name, ...cells]) => (
        <tr key={name} class="border-t border-line align-top">
          <th scope="row" class="py-1.5 text-start font-medium wrap-anywhere">
            {name}
          </th>
          {cells.map((cell, index) => (
            <td key={props.heads[index + 1]} class="num py-1.5 ps-3 text-end whitespace-nowrap">
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
