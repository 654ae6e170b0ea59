import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import { reload, useLoaded } from "~/lib/use-loaded"
import type { Activity, Owner } from "./on-gateway"

const WHY = {
  none: "Its usage log has nothing of this RGW user.",
  no_log:
    "Its usage log has nothing of anybody of the last day: it is switched off (rgw_enable_usage_log), or " +
    "nobody used the gateway.",
  refused: "The technical user of this storage endpoint may not read the usage log: give it the capability usage=read."
} as const

const Told = (props: { readonly activity: Activity }) => {
  const { activity } = props
  if (activity.state !== "known")
    return (
      <>
        {activity.state === "none" ? "No activity is known" : "Not known"}{" "}
        <span class="text-ink-3">– {WHY[activity.state]}</span>
      </>
    )
  return (
    <>
      In the hour from {dateTime(activity.last_active_hour)}{" "}
      <span class="text-ink-3">
        – by whichever key: the gateway’s usage log counts by hours and RGW users, not by keys.
      </span>
    </>
  )
}

/** A separate request, so that the keys do not wait for it. */
export const LastActivity = component$<{ readonly owner: Owner }>(({ owner }) => {
  const loaded = useLoaded<Activity>(
    $((signal: AbortSignal) =>
      call("GET /api/admin/s3-users/:user_id/activity", { params: { user_id: owner.id }, signal })
    )
  )
  const activity = loaded.value
  return (
    <div class="mb-4 rounded-card border border-line p-4" data-testid="activity">
      <p class="mb-1 font-medium">Last activity at the gateway</p>
      {loaded.problem && (
        <p class="flex gap-1.5 text-warn">
          <Icon name="circle-alert" class="mt-0.5 flex-none" />
          <span class="min-w-0 break-words">It could not be read: {loaded.problem.message}</span>
        </p>
      )}
      {activity === null ? (
        !loaded.problem && <span class="skeleton block h-5 w-4/5" role="status" aria-label="Loading" />
      ) : (
        <p class="break-words text-ink-2">
          <Told activity={activity} />
        </p>
      )}
      {(activity !== null || loaded.problem) && (
        <p class="mt-1 text-xs text-ink-3">
          {activity && (
            <>
              Asked <Ago at={activity.read_at} />.{" "}
            </>
          )}
          <button type="button" class="link" onClick$={$(() => reload(loaded))}>
            Ask again
          </button>
        </p>
      )}
    </div>
  )
})
