import { $, component$ } from "@builder.io/qwik"
import { bytes, date, int, percent } from "~/lib/format"
import { changeOfBytes, changeOfCount, weekBefore } from "./change"
import type { UsageSnapshot } from "./usage"
import { useCounted } from "./use-counted"
import { readHistory } from "./usage-scope"
import { useUsage } from "./use-usage"

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly note: string
}

export const Figure = (props: FigureProps) => (
  <div class="min-w-0 rounded-card border border-line p-3 sm:p-4">
    <p class="text-xs text-ink-2">{props.label}</p>
    <p class="num mt-1 text-lg font-semibold wrap-anywhere sm:text-xl">{props.value}</p>
    <p class="num min-h-4 text-xs text-ink-2">{props.note}</p>
  </div>
)

export const Figures = component$<{ readonly snapshot: UsageSnapshot }>(({ snapshot }) => {
  const usage = useUsage()
  const history = useCounted($((signal: AbortSignal) => readHistory(usage.scope, 15, "", signal)))
  const { contents, statistics } = snapshot
  const before = history.value === null ? null : weekBefore(history.value.days, snapshot.calculated_at)
  const since = (now: number, then: number | null | undefined, format: (change: number) => string) =>
    then === null || then === undefined ? "" : format(now - then)
  return (
    <>
      <div
        class={[
          "grid grid-cols-2 gap-3",
          usage.scope.kind === "endpoint"
            ? "[&>:last-child]:col-span-full min-[640px]:grid-cols-3 min-[640px]:[&>:last-child]:col-auto"
            : "min-[640px]:grid-cols-4"
        ]}
        data-testid="usage"
      >
        <Figure
          label="Stored"
          value={bytes(statistics.used_bytes)}
          note={since(statistics.used_bytes, before?.used_bytes, changeOfBytes)}
        />
        <Figure
          label="Objects"
          value={int(statistics.object_count)}
          note={since(statistics.object_count, before?.object_count, changeOfCount)}
        />
        <Figure
          label="Buckets"
          value={int(statistics.bucket_count)}
          note={since(statistics.bucket_count, before?.bucket_count, changeOfCount)}
        />
        {usage.scope.kind === "endpoint" ? null : contents === null ? (
          <Figure label="Hidden" value="Unknown" note="Nobody looked yet" />
        ) : (
          <Figure
            label="Hidden"
            value={`${contents.complete ? "" : "At least "}${bytes(contents.hidden_bytes)}`}
            note={
              statistics.used_bytes === 0
                ? ""
                : `${percent(Math.min(1, contents.hidden_bytes / statistics.used_bytes))} of what is stored`
            }
          />
        )}
      </div>
      <p class="mt-2 text-xs text-ink-3" data-testid="compared">
        {history.problem
          ? "The change within a week is unknown: the history could not be read."
          : history.value === null
            ? "\u00A0"
            : before === null
              ? "The change within a week is shown once there is a count from a week ago."
              : `Compared with ${date(before.day)}.`}
      </p>
    </>
  )
})
