import type { ApiToken } from "~/features/identity/api-tokens/api-token"
import { Badge } from "~/components/ui/badge"

const STATE_LABELS = { active: "Active", expired: "Expired", revoked: "Revoked", invalidated: "Ended" } as const

export const TokenState = (props: { readonly state: ApiToken["state"] }) => (
  <Badge text={STATE_LABELS[props.state]} tone={props.state === "active" ? "ok" : "neutral"} />
)

export const whyEnded = (state: ApiToken["state"]): string =>
  state === "invalidated" ? "Ended when the password, role or passkeys of the account changed." : ""
