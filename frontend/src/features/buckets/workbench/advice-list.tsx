import { $, component$, type QRL } from "@builder.io/qwik"
import type { Answer } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"
import { counted, int } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"

export type AdviceAnswer = Answer<"GET /api/storage-ops/bucket-advice">
type Advice = AdviceAnswer["items"][number]

interface Props {
  readonly load$: QRL<(signal: AbortSignal) => Promise<AdviceAnswer>>
  readonly buckets: string
}

const isClear = ({ bucket_count, problem, unknown_count }: Advice): boolean =>
  bucket_count === 0 && unknown_count === 0 && problem === null

const unknownText = ({ unknown_count }: Advice): string | null =>
  unknown_count === 0
    ? null
    : `Of ${unknown_count === null ? "the others" : counted(unknown_count, "more bucket")} it is not known.`

const AdviceEntry = component$<{ readonly advice: Advice; readonly href: string }>(({ advice, href }) => {
  const isFound = advice.bucket_count === null || advice.bucket_count > 0
  const unknown = unknownText(advice)
  return (
    <li class="flex gap-x-3 px-4 py-3" data-testid="advice">
      {isClear(advice) ? (
        <Icon name="circle-check" class="mt-0.5 flex-none text-ok" label="No bucket" />
      ) : isFound ? (
        <Icon name="triangle-alert" class="mt-0.5 flex-none text-warn" label="Advice" />
      ) : (
        <Icon name="info" class="mt-0.5 flex-none text-ink-2" label="Not known of all buckets" />
      )}
      <div class="grid min-w-0 flex-1 gap-1">
        <h2 class="font-medium">{advice.title}</h2>
        {isFound && (
          <>
            <p class="text-ink-2">{advice.reason}</p>
            <p class="wrap-anywhere text-ink-2">What helps: {advice.remedy}</p>
          </>
        )}
        {unknown !== null && <p class="text-ink-2">{unknown}</p>}
        {advice.problem !== null && <p class="wrap-anywhere text-ink-2">{advice.problem}</p>}
      </div>
      <div class="num flex-none text-right">
        {advice.bucket_count === null ? (
          "Not counted"
        ) : advice.bucket_count === 0 ? (
          "None"
        ) : (
          <NavLink href={href} class="link" label={`${counted(advice.bucket_count, "bucket")}: ${advice.title}`}>
            {int(advice.bucket_count)} {advice.bucket_count === 1 ? "bucket" : "buckets"}
          </NavLink>
        )}
      </div>
    </li>
  )
})

export const AdviceList = component$<Props>(({ buckets, load$ }) => {
  const advice = useLoaded(load$)
  if (advice.problem)
    return (
      <ErrorState title="The advice could not be read" problem={advice.problem} onRetry$={$(() => reload(advice))} />
    )
  if (advice.value === null)
    return <span class="skeleton block h-60 max-w-4xl" role="status" aria-label="Counting buckets" />
  const separator = buckets.includes("?") ? "&" : "?"
  return (
    <ul class="card max-w-4xl divide-y divide-line" aria-label="Advice">
      {advice.value.items.map((one) => (
        <AdviceEntry
          key={one.code}
          advice={one}
          href={`${buckets}${separator}${new URLSearchParams({ rules: JSON.stringify(one.filter) })}`}
        />
      ))}
    </ul>
  )
})
