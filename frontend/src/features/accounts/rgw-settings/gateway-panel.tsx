import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { useLoaded } from "~/lib/use-loaded"
import { AccountLimits } from "./account-limits"
import { Capabilities } from "./capabilities"
import { UserKeys } from "./keys"
import type { AccountOnGateway, Owner, UserOnGateway } from "./on-gateway"
import { AccountProfile, UserProfile } from "./profile"
import { Quotas } from "./quotas"
import { RateLimits } from "./rate-limits"
import { WaitingForGateway } from "./waiting-panel"

interface PanelProps {
  readonly owner: Owner
  readonly uid: string
  readonly tab: string
}

export const UserPanel = component$<PanelProps>(({ owner, tab }) => {
  const loaded = useLoaded<UserOnGateway>(
    $((signal: AbortSignal) => call("GET /api/admin/s3-users/:id/gateway", { params: { id: owner.id }, signal }))
  )
  if (tab === "keys") return <UserKeys owner={owner} />
  const user = loaded.value
  if (user === null) return <WaitingForGateway loaded={loaded} />
  if (tab === "quotas")
    return <Quotas owner={owner} loaded={loaded} whole={user.user_quota} bucket={user.bucket_quota} />
  if (tab === "capabilities") return <Capabilities owner={owner} loaded={loaded} />
  if (tab === "rate-limits") return <RateLimits owner={owner} loaded={loaded} />
  return <UserProfile owner={owner} loaded={loaded} />
})

export const AccountPanel = component$<PanelProps>(({ owner, tab, uid }) => {
  const loaded = useLoaded<AccountOnGateway>(
    $((signal: AbortSignal) => call("GET /api/admin/accounts/:id/gateway", { params: { id: owner.id }, signal }))
  )
  const account = loaded.value
  if (account === null) return <WaitingForGateway loaded={loaded} />
  if (tab === "quotas") {
    return (
      <>
        <AccountLimits owner={owner} loaded={loaded} />
        <Quotas owner={owner} loaded={loaded} whole={account.account_quota} bucket={account.bucket_quota} />
      </>
    )
  }
  return <AccountProfile owner={owner} uid={uid} loaded={loaded} />
})
