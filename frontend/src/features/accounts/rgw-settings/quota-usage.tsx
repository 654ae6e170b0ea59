import { $, component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { Meter } from "~/components/ui/meter"
import { bytes } from "~/lib/format"
import { type Loaded, reload } from "~/lib/use-loaded"
import type { AccountOnGateway, Quota, Usage, UserOnGateway } from "./on-gateway"
import { type Counted, fullness, usedText } from "./usage"

interface PartProps {
  readonly counted: Counted
  readonly label: string
  readonly used: number
  readonly limit: number | null
}

export const QuotaPart = (props: PartProps) => (
  <div class="min-w-0" data-counted={props.counted}>
    <p class="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
      <span class="font-medium">{props.label}</span>
      <span class="num text-ink-2">{usedText(props.counted, props.used, props.limit)}</span>
    </p>
    {props.limit !== null && (
      <Meter
        used={props.limit === 0 ? 1 : props.used}
        limit={props.limit === 0 ? 1 : props.limit}
        label={`the quota of ${props.label.toLowerCase()}`}
      />
    )}
  </div>
)

interface QuotaUsageProps {
  readonly usage: Usage
  readonly quota: Quota
  readonly loaded: Loaded<UserOnGateway | AccountOnGateway>
}

export const QuotaUsage = component$<QuotaUsageProps>(({ loaded, quota, usage }) => {
  if (usage.state === "not_told") {
    return (
      <p class="alert mb-4" data-testid="usage">
        <Icon name="info" />
        <span>The gateway does not tell how much is used: it has no root user whom it could be asked about.</span>
      </p>
    )
  }
  const parts = [
    { counted: "bytes" as const, label: "Bytes", used: usage.counted_bytes, limit: quota.max_size_bytes },
    { counted: "objects" as const, label: "Objects", used: usage.object_count, limit: quota.max_objects }
  ]
  const full = fullness(parts)
  return (
    <div class="mb-4 rounded-card border border-line p-4" data-testid="usage">
      <div class="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-x-8 gap-y-4">
        {parts.map((part) => (
          <QuotaPart key={part.counted} {...part} />
        ))}
      </div>
      {full !== null && full >= 1 && (
        <p class={["mt-3 flex gap-1.5", quota.enabled ? "text-danger" : "text-warn"]}>
          <Icon name="triangle-alert" class="mt-0.5 flex-none" />
          <span>
            {quota.enabled
              ? "Full: the gateway refuses to write more."
              : "More than the quota allows: once it is enabled, the gateway refuses to write more."}
          </span>
        </p>
      )}
      <p class="mt-3 text-xs text-ink-3">
        Asked <Ago at={usage.read_at} />. The gateway keeps this sum itself, a few minutes late at most
        {usage.counted_bytes === usage.used_bytes
          ? ""
          : `, and counts whole blocks of 4 KiB; the objects themselves are ${bytes(usage.used_bytes)}`}
        .{" "}
        <button type="button" class="link" onClick$={$(() => reload(loaded))}>
          Ask again
        </button>
      </p>
    </div>
  )
})
