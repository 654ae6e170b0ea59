import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { validTab } from "~/components/ui/tabs"
import { AccountLimits } from "~/features/accounts/rgw-settings/account-limits"
import { type AccountOnGateway, readAccount } from "~/features/accounts/rgw-settings/on-gateway"
import { AccountProfile } from "~/features/accounts/rgw-settings/profile"
import { Quotas } from "~/features/accounts/rgw-settings/quotas"
import { WaitingForGateway } from "~/features/accounts/rgw-settings/waiting-panel"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { counted, dateTime } from "~/lib/format"
import { takeQueryParam } from "~/lib/take-query-param"
import { useAddressTab } from "~/lib/use-address-tab"
import { reload, useLoaded } from "~/lib/use-loaded"
import { type AccountRow, accountOwner } from "./directory-row"
import { FreezeActions } from "./freeze-actions"
import { PanelTabs } from "./panel-tabs"
import { useRowRefresh } from "./use-row-refresh"

const TABS = [
  { id: "overview", label: "Overview" },
  { id: "quotas", label: "Quotas and limits" }
]

export const ClusterAccountPanel = component$<PanelProps<AccountRow>>(({ listing, row }) => {
  const { id } = useClusterEndpoint()
  const owner = accountOwner(Number(id.value), row)
  const loaded = useLoaded<AccountOnGateway>($((signal: AbortSignal) => readAccount(owner, signal)))
  const tab = useAddressTab()
  useRowRefresh(listing, loaded)
  const account = loaded.value
  const current = validTab(TABS, tab.value)
  return (
    <Panel
      kind="RGW account"
      // not of `owner`: Qwik would take it for constant
      title={row.name ?? row.account_id}
      onClose$={$(() => {
        takeQueryParam("tab")
        openRow(listing, "")
      })}
    >
      <PanelTabs name={row.name ?? row.account_id} tabs={TABS} current={tab}>
        {row.freeze !== null && (
          <p class="alert alert-warn mb-4">
            <Icon name="pause" />
            <span>
              Frozen on {dateTime(row.freeze.frozen_at)} by {row.freeze.frozen_by}: its quota and its bucket limit are
              0, and cannot be changed until it is unfrozen.
              {row.freeze.suspended_users.length > 0 &&
                ` ${counted(row.freeze.suspended_users.length, "RGW user")} suspended.`}
              {row.freeze.denied_roles.length > 0 &&
                ` Everything is denied to ${counted(row.freeze.denied_roles.length, "role")}.`}
            </span>
          </p>
        )}
        {current === "overview" && (
          <dl class="facts mb-5">
            <dt>Registration</dt>
            <dd>{row.registered_id === null ? "On the gateway only" : "Registered here"}</dd>
          </dl>
        )}
        {account === null ? (
          <WaitingForGateway loaded={loaded} />
        ) : current === "overview" ? (
          <AccountProfile owner={owner} loaded={loaded} />
        ) : (
          <>
            <AccountLimits owner={owner} loaded={loaded} />
            <Quotas owner={owner} loaded={loaded} whole={account.account_quota} bucket={account.bucket_quota} />
          </>
        )}
      </PanelTabs>
      <div q:slot="actions" class="contents">
        <FreezeActions
          owner={owner}
          isFrozen={row.freeze !== null}
          onDone$={$(() => {
            reload(loaded)
            changed(listing)
          })}
        />
      </div>
    </Panel>
  )
})
