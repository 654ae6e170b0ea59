import { $, component$ } from "@builder.io/qwik"
import { DangerZone } from "~/components/ui/danger-zone"
import { useNavigate } from "~/lib/route"
import { useLoaded } from "~/lib/use-loaded"
import { AccountLimits } from "./account-limits"
import { Capabilities } from "./capabilities"
import { DeleteOnGateway } from "./delete-on-gateway"
import { UserKeys } from "./keys"
import { type AccountOnGateway, type Owner, readAccount, readUser, type UserOnGateway } from "./on-gateway"
import { AccountProfile, UserProfile } from "./profile"
import { Quotas } from "./quotas"
import { RateLimits } from "./rate-limits"
import { UserState } from "./user-state"
import { WaitingForGateway } from "./waiting-panel"

interface PanelProps {
  readonly owner: Owner
  readonly uid: string
  readonly tab: string
}

export const UserPanel = component$<PanelProps>(({ owner, tab }) => {
  const navigate = useNavigate()
  const loaded = useLoaded<UserOnGateway>($((signal: AbortSignal) => readUser(owner, signal)))
  if (tab === "keys") return <UserKeys owner={owner} />
  const user = loaded.value
  if (user === null) return <WaitingForGateway loaded={loaded} />
  if (tab === "quotas")
    return <Quotas owner={owner} loaded={loaded} whole={user.user_quota} bucket={user.bucket_quota} />
  if (tab === "capabilities") return <Capabilities owner={owner} loaded={loaded} />
  if (tab === "rate-limits") return <RateLimits owner={owner} loaded={loaded} />
  return (
    <>
      <UserProfile owner={owner} loaded={loaded} />
      <UserState owner={owner} loaded={loaded} />
      {!user.administers && (
        <DangerZone
          title="Delete this RGW user on the gateway"
          text="It goes for good, with all its keys. The gateway keeps one that still owns buckets."
        >
          <DeleteOnGateway owner={owner} uid={user.rgw_user_uid} onGone$={$(() => navigate("/admin/s3-users"))} />
        </DangerZone>
      )}
    </>
  )
})

export const AccountPanel = component$<PanelProps>(({ owner, tab, uid }) => {
  const navigate = useNavigate()
  const loaded = useLoaded<AccountOnGateway>($((signal: AbortSignal) => readAccount(owner, signal)))
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
  return (
    <>
      <AccountProfile owner={owner} loaded={loaded} />
      <DangerZone
        title="Delete this RGW account on the gateway"
        text={
          "It goes for good, with its root user. The gateway keeps one that still has " +
          "buckets, IAM users, groups or roles."
        }
      >
        <DeleteOnGateway owner={owner} uid={uid} onGone$={$(() => navigate("/admin/accounts"))} />
      </DangerZone>
    </>
  )
})
