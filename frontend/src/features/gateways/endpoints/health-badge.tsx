import type { Answer } from "~/client/contract"
import { Badge } from "~/components/ui/badge"
import { int } from "~/lib/format"

type Health = Answer<"GET /api/admin/storage-endpoints/:id/health">

const HEALTH_LABELS = { up: "Up", degraded: "Degraded", down: "Down" } as const
const TONE = { up: "ok", degraded: "warn", down: "danger" } as const
const ICON = { up: "circle-check", degraded: "triangle-alert", down: "circle-x" } as const

export const HealthBadge = (props: { readonly health: Health | null }) =>
  props.health === null ? (
    <span class="text-ink-3">Not checked</span>
  ) : (
    <span class="inline-flex items-center gap-2">
      <Badge text={HEALTH_LABELS[props.health.state]} tone={TONE[props.health.state]} icon={ICON[props.health.state]} />
      {props.health.latency_ms !== null && (
        <span class="num text-xs text-ink-3">{int(props.health.latency_ms)} ms</span>
      )}
    </span>
  )
