import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { validTab } from "~/components/ui/tabs"
import { Capabilities } from "~/features/accounts/rgw-settings/capabilities"
import { UserKeys } from "~/features/accounts/rgw-settings/keys"
import { readUser, type UserOnGateway } from "~/features/accounts/rgw-settings/on-gateway"
import { UserProfile } from "~/features/accounts/rgw-settings/profile"
import { Quotas } from "~/features/accounts/rgw-settings/quotas"
import { RateLimits } from "~/features/accounts/rgw-settings/rate-limits"
import { SuspendUser, UserState } from "~/features/accounts/rgw-settings/user-state"
import { WaitingForGateway } from "~/features/accounts/rgw-settings/waiting-panel"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { takeQueryParam } from "~/lib/take-query-param"
import { useAddressTab } from "~/lib/use-address-tab"
import { useLoaded } from "~/lib/use-loaded"
import { type UserRow, userOwner } from "./directory-row"
import { PanelTabs } from "./panel-tabs"
import { useRowRefresh } from "./use-row-refresh"

const TABS = [
  { id: "overview", label: "Overview" },
  { id: "keys", label: "Keys" },
  { id: "quotas", label: "Quotas and limits" },
  { id: "capabilities", label: "Capabilities" }
]

export const ClusterUserPanel = component$<PanelProps<UserRow>>(({ listing, row }) => {
  const { id } = useClusterEndpoint()
  const owner = userOwner(Number(id.value), row)
  const loaded = useLoaded<UserOnGateway>($((signal: AbortSignal) => readUser(owner, signal)))
  const tab = useAddressTab()
  useRowRefresh(listing, loaded)
  const user = loaded.value
  const current = validTab(TABS, tab.value)
  return (
    <Panel
      kind="RGW user"
      title={row.user_id}
      onClose$={$(() => {
        takeQueryParam("tab")
        openRow(listing, "")
      })}
    >
      <PanelTabs name={row.user_id} tabs={TABS} current={tab}>
        {current === "overview" && (
          <dl class="facts mb-5">
            <dt>RGW account</dt>
            <dd class="font-mono text-xs break-all">{row.account_id ?? "None"}</dd>
            {row.tenant !== "" && (
              <>
                <dt>Tenant</dt>
                <dd class="font-mono text-xs break-all">{row.tenant}</dd>
              </>
            )}
            <dt>Registration</dt>
            <dd>{row.registered_id === null ? "On the gateway only" : "Registered here"}</dd>
          </dl>
        )}
        {current === "keys" && <UserKeys owner={owner} onChange$={$(() => changed(listing))} />}
        {current !== "keys" && user === null && <WaitingForGateway loaded={loaded} />}
        {current === "overview" && user !== null && (
          <>
            <UserProfile owner={owner} loaded={loaded} />
            <UserState owner={owner} loaded={loaded} />
          </>
        )}
        {current === "quotas" && user !== null && (
          <>
            <Quotas owner={owner} loaded={loaded} whole={user.user_quota} bucket={user.bucket_quota} />
            <RateLimits owner={owner} loaded={loaded} />
          </>
        )}
        {current === "capabilities" && user !== null && <Capabilities owner={owner} loaded={loaded} />}
      </PanelTabs>
      <div q:slot="actions" class="contents">
        <SuspendUser owner={owner} loaded={loaded} class="flex-1" />
      </div>
    </Panel>
  )
})
