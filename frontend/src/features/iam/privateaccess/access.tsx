import { component$ } from "@builder.io/qwik"
import type { Row } from "~/client/contract"
import { Badge, type Tone } from "~/components/ui/badge"
import { counted } from "~/lib/format"

export type Access = Row<"GET /api/manager/private-access">
export type Person = Row<"GET /api/manager/private-access/people">
type Finding = Access["drift"][number]

export const ACCESS_STATES: Readonly<Record<Access["state"], { readonly text: string; readonly tone: Tone }>> = {
  provisioning: { text: "Being set up", tone: "info" },
  active: { text: "Active", tone: "ok" },
  failed: { text: "Not set up yet", tone: "danger" },
  cleanup_pending: { text: "Being cleaned up", tone: "warn" }
}

export const StateCell = component$<{ readonly row: Access }>(({ row }) => (
  <span class="flex flex-wrap gap-1">
    {row.purpose === "portal" && <Badge text="Portal" />}
    <Badge text={ACCESS_STATES[row.state].text} tone={ACCESS_STATES[row.state].tone} />
    {row.drift.length > 0 && <Badge text={counted(row.drift.length, "difference", "differences")} tone="warn" />}
  </span>
))

export const accessRightsText = ({ groups, inline_policies, managed_policies }: Access): string => {
  const policies = inline_policies.length + managed_policies.length
  return (
    [
      ...(policies > 0 ? [counted(policies, "policy", "policies")] : []),
      ...(groups.length > 0 ? [counted(groups.length, "group", "groups")] : [])
    ].join(", ") || "none"
  )
}

export const RightsCell = component$<{ readonly row: Access }>(({ row }) => <span>{accessRightsText(row)}</span>)

export const policyName = (arn: string): string => arn.slice(arn.lastIndexOf("/") + 1)

export const findingOf = ({ kind, name }: Finding): string => {
  switch (kind) {
    case "user_missing":
      return "The IAM user is not there"
    case "key_missing":
      return "The key of the S3 connection is not there, or is switched off"
    case "key_unknown":
      return `Key ${name} is none of Stowage's`
    case "key_changed":
      return `Key ${name} is switched on or off`
    case "group_missing":
      return `It is not a member of IAM group ${name}`
    case "group_extra":
      return `It is a member of IAM group ${name} as well`
    case "policy_missing":
      return `${policyName(name)} is not attached`
    case "policy_extra":
      return `${policyName(name)} is attached as well`
    case "inline_missing":
      return `Its own policy ${name} is not there`
    case "inline_extra":
      return `It has a policy ${name} of its own as well`
    case "inline_changed":
      return `Its own policy ${name} says something else`
  }
}
