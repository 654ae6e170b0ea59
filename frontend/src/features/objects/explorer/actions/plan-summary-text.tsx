import { component$ } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import type { PlanSummary } from "./plan-summary"

export const PlanSummaryText = component$<{ readonly summary: PlanSummary; readonly testid: string }>(
  ({ summary: { columns, facts, more, notes, rows }, testid }) => (
    <div class="grid min-w-0 gap-3" data-testid={testid}>
      <dl class="facts">
        {facts.flatMap(([label, value]) => [
          <dt key={label}>{label}</dt>,
          <dd key={`${label} is`} class="num">
            {value}
          </dd>
        ])}
      </dl>
      {notes.map((note) => (
        <p key={note} class="flex gap-2 text-ink-2">
          <Icon name="info" class="mt-0.5 flex-none" />
          <span>{note}</span>
        </p>
      ))}
      {rows.length > 0 && (
        <div class="max-h-56 overflow-y-auto" tabIndex={0} role="region" aria-label="What would happen">
          <table class="report">
            <caption class="sr-only">What would happen</caption>
            <thead>
              <tr>
                <th scope="col">Key</th>
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ cells, id, key, note }) => (
                <tr key={id}>
                  <th scope="row" class="font-mono whitespace-pre-wrap">
                    {key}
                    {note !== "" && <span class="block font-sans font-normal text-warn">{note}</span>}
                  </th>
                  {cells.map((cell, at) => (
                    <td key={columns[at]} data-label={columns[at]} class="num">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {more !== "" && <p class="text-xs text-ink-3">{more}</p>}
    </div>
  )
)
