import { $, component$, Slot } from "@builder.io/qwik"
import type { RunPlace } from "~/components/operations/operation"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NotRead } from "~/components/ui/states"
import { int } from "~/lib/format"
import { isRunEnded, ITEM_STATES, type Run, RUN_STATES } from "./run"
import { RunActions } from "./run-actions"
import { reportAddress } from "./run-place"
import { RunProgress } from "./run-progress"
import { type FollowedRun, useRun } from "./use-run"
import { leftoverCount, leftoversOf, outcomeText } from "./run-outcome"

const FORMATS = ["csv", "json"] as const

interface RunReportProps {
  readonly run: FollowedRun
  readonly place: RunPlace
  readonly head?: string
  readonly detailHead?: string
}

export const RunReport = component$<RunReportProps>((props) => {
  const {
    place,
    run: { problem, refreshes, state }
  } = props
  const { items, run } = state
  if (problem.value || run === null)
    return (
      <NotRead
        title="This run could not be read"
        problem={problem.value}
        onRetry$={() => {
          refreshes.value++
        }}
      />
    )
  const stateBadge = RUN_STATES[run.state]
  const leftovers = items.flatMap(leftoversOf)
  return (
    <section class="grid max-w-4xl gap-4" aria-label={run.title} data-testid="run">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 class="text-base font-semibold wrap-anywhere">{run.title}</h2>
        <Badge
          text={
            run.direction === "back" && !isRunEnded(run) ? `Undoing: ${stateBadge.text.toLowerCase()}` : stateBadge.text
          }
          tone={stateBadge.tone}
          {...(stateBadge.icon ? { icon: stateBadge.icon } : {})}
        />
        <div class="flex-1" />
        {FORMATS.map((format) => (
          <a key={format} class="btn btn-ghost btn-sm" href={reportAddress(place, run.id, format)} download>
            <Icon name="download" /> Report as {format.toUpperCase()}
          </a>
        ))}
        <RunActions
          run={run}
          place={place}
          onChanged$={$((changed: Run) => {
            if (changed.direction === "back") refreshes.value++
            state.run = changed
          })}
        />
        <Slot />
      </div>
      {!isRunEnded(run) && run.progress !== null && run.progress.total !== null && (
        <progress
          class="meter w-full"
          max={Math.max(1, run.progress.total)}
          value={run.progress.done}
          aria-label={`Progress in ${run.progress.unit}`}
        />
      )}
      <RunProgress run={run} />
      <table class="report" data-testid="items">
        <caption class="sr-only">Result of each step, failed ones first</caption>
        <thead>
          <tr>
            <th scope="col">{props.head ?? "Step"}</th>
            {props.detailHead !== undefined && <th scope="col">{props.detailHead}</th>}
            <th scope="col">State</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const { icon, text, tone } = ITEM_STATES[item.state]
            return (
              <tr key={item.ordinal} data-state={item.state}>
                <th scope="row">{item.label}</th>
                {props.detailHead !== undefined && <td data-label={props.detailHead}>{item.detail}</td>}
                <td data-label="State">
                  <Badge text={text} tone={tone} {...(icon ? { icon } : {})} />
                </td>
                <td data-label="Result">
                  <span class={item.state === "failed" ? "text-danger" : ""}>{outcomeText(item)}</span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {run.totals.total > items.length && (
        <p class="text-xs text-ink-3">
          {int(items.length)} of {int(run.totals.total)} are shown. The report has all of them.
        </p>
      )}
      {leftovers.length > 0 && (
        <table class="report" data-testid="kept">
          <caption class="mb-2 text-left font-medium">
            What stays
            {leftovers.length < items.reduce((sum, item) => sum + leftoverCount(item), 0) && ", the first of it"}
          </caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Version</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {leftovers.map(({ key, reason, version_id }) => (
              <tr key={`${key} ${version_id}`}>
                <th scope="row" class="font-mono text-xs wrap-anywhere whitespace-pre-wrap">
                  {key}
                </th>
                <td data-label="Version" class="font-mono text-xs wrap-anywhere">
                  {version_id}
                </td>
                <td data-label="Why">{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
})

export const RunOfPlace = component$<{ readonly id: number; readonly place: RunPlace }>(({ id, place }) => {
  const run = useRun(place, id)
  return <RunReport run={run} place={place} />
})
