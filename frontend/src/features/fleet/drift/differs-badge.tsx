import { Badge } from "~/components/ui/badge"
import { type Finding, DRIFT_KINDS } from "./drift"

export const DiffersBadge = (props: { readonly drift: ReadonlyArray<Finding> }) => {
  const [first] = props.drift
  if (first === undefined) return null
  const more = props.drift.length - 1
  return (
    <Badge text={`${DRIFT_KINDS[first.kind].text}${more > 0 ? ` +${more}` : ""}`} tone="warn" icon="triangle-alert" />
  )
}
