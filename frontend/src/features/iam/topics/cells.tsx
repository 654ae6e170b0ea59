import { component$ } from "@builder.io/qwik"
import { counted } from "~/lib/format"
import { type TopicRow, transportLabel } from "./topic"
import { bucketsOf, useUnknownUses, useUses } from "./uses"

export const EndpointCell = component$<{ readonly row: TopicRow }>(({ row }) =>
  row.attributes.push_endpoint === "" ? (
    <span class="text-ink-3">Nobody is told</span>
  ) : (
    <span class="block truncate font-mono text-xs" title={row.attributes.push_endpoint}>
      {row.attributes.push_endpoint}
    </span>
  )
)

export const TransportCell = component$<{ readonly row: TopicRow }>(({ row }) => (
  <>
    {transportLabel(row)}
    {row.attributes.persistent && <span class="text-ink-3"> · queued</span>}
  </>
))

export const UsesCell = component$<{ readonly row: TopicRow }>(({ row }) => {
  const uses = useUses(row.arn)
  const unknown = useUnknownUses()
  if (uses === null) return <span class="text-ink-3">…</span>
  const buckets = bucketsOf(uses)
  return buckets.length === 0 ? (
    unknown === "" ? (
      <span class="text-ink-3">None</span>
    ) : (
      <span class="text-warn" title={unknown}>
        Unknown
      </span>
    )
  ) : (
    <span title={buckets.join(", ")}>{counted(buckets.length, "bucket", "buckets")}</span>
  )
})
