import { $, component$, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { isAbort } from "~/client/problem-error"
import { followEventStream } from "~/client/sse"
import { ActionButton, useAction } from "~/components/action"
import type { ListingState } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { counted } from "~/lib/format"
import { checkedAt, differText, type Kind, type Summary, uncheckedEndpoints } from "./drift"

type Report = Answer<"POST /api/admin/drift/check">

const ALL = { id: "all", name: "Everything registered" }

const reported = (report: Report) =>
  report.failed_endpoint_count > 0
    ? {
        tone: "danger" as const,
        text: `${counted(report.failed_endpoint_count, "endpoint")} could not be compared`,
        detail: "What was known of it stays. The reason stands above the list."
      }
    : {
        tone: report.differing_count > 0 ? ("info" as const) : ("ok" as const),
        text: `${counted(report.compared_count, "registration")} compared with the gateways`,
        detail: report.differing_count === 0 ? "Nothing differs." : `${report.differing_count} differ.`
      }

export const DriftBanner = component$<{ readonly kind: Kind; readonly listing: ListingState }>(({ kind, listing }) => {
  const state = useStore<{ summary: Summary | null }>({ summary: null }, { deep: false })
  useVisibleTask$(
    async ({ cleanup }) => {
      const controller = new AbortController()
      cleanup(() => controller.abort())
      try {
        await followEventStream(
          "GET /api/admin/drift/stream",
          { signal: controller.signal },
          {
            onFrame: ({ data }) => {
              const fresh = JSON.stringify(data) !== JSON.stringify(state.summary)
              const first = state.summary === null
              if (fresh) state.summary = data
              if (fresh && !first) listing.table.handle.value?.reload()
            }
          }
        )
      } catch (cause) {
        // ignore: the listing shows an unavailable service
        if (!isAbort(cause)) console.warn("What differs from gateways is not told any more", cause)
      }
    },
    { strategy: "document-idle" }
  )
  const check = useAction({
    run$: $(() => call("POST /api/admin/drift/check", { body: {} })),
    toast$: $((report: Report) => reported(report)),
    failed: "The gateways could not be compared"
  })
  const { summary } = state
  if (summary === null) return <div class="h-9" aria-hidden="true" />
  const count = kind === "account" ? summary.account_count : summary.s3_user_count
  const at = checkedAt(summary)
  return (
    <div class="grid gap-1 px-5 pb-2 text-xs" data-testid="drift">
      <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p class={["flex min-w-0 items-center gap-1.5", count > 0 ? "text-warn" : "text-ink-2"]} role="status">
          <Icon name={count > 0 ? "triangle-alert" : at === null ? "info" : "circle-check"} class="flex-none" />
          <span class="min-w-0">
            {count > 0
              ? differText(kind, count)
              : at === null
                ? "Not compared with the gateways yet"
                : uncheckedEndpoints(summary).length > 0
                  ? "No difference is known"
                  : "Nothing differs from the gateways"}
            {at !== null && (
              <span class="text-ink-3">
                {" "}
                · looked <Ago at={at} />
              </span>
            )}
          </span>
        </p>
        {count > 0 && listing.table.url["drift"] !== "true" && (
          <button
            type="button"
            class="link"
            onClick$={() => {
              listing.table.url["drift"] = "true"
            }}
          >
            Show them
          </button>
        )}
        <span class="contents">
          <ActionButton action={check} on={ALL} label="Check now" icon="refresh-cw" class="btn-ghost btn-sm" />
        </span>
      </div>
      {uncheckedEndpoints(summary).map(({ name, problem, storage_endpoint_id, unread_count }) => (
        <p key={storage_endpoint_id} class="flex gap-1.5 text-warn" data-testid="drift-untold">
          <Icon name="circle-alert" class="mt-0.5 flex-none" />
          <span class="min-w-0 break-words">
            {name}{" "}
            {unread_count > 0 ? `did not tell of ${counted(unread_count, "registration")}` : "could not be compared"}:{" "}
            {problem?.detail ?? "it gave no reason"}. What was found before stays.
          </span>
        </p>
      ))}
    </div>
  )
})
