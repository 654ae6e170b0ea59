import { component$ } from "@builder.io/qwik"
import { visible } from "~/lib/visible"

interface RowsProps {
  readonly label: string
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  readonly testid: string
}

export const RowsTable = component$<RowsProps>(({ head, label, rows, testid }) => (
  <div role="region" aria-label={label} tabIndex={0} class="max-h-[60vh] overflow-auto rounded-ctl border border-line">
    <table class="text-xs" data-testid={testid}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th
              key={index}
              scope="col"
              class="sticky top-0 border-b border-line bg-surface px-2 py-1 text-start font-medium whitespace-nowrap"
            >
              {visible(cell)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, index) => (
              <td
                key={index}
                class="max-w-64 truncate border-b border-line px-2 py-1"
                title={cell.length > 24 ? visible(cell) : undefined}
              >
                {visible(cell)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
))
