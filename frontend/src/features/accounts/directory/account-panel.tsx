import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import type { AccountOnGateway } from "~/features/accounts/rgw-settings/on-gateway"
import { Quotas } from "~/features/accounts/rgw-settings/quotas"
import { WaitingForGateway } from "~/features/accounts/rgw-settings/waiting-panel"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { dateTime } from "~/lib/format"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { useScope } from "~/lib/scope"
import { type AccountRow, accountOwner } from "./directory-row"
import { FreezeActions } from "./freeze-actions"

export const ClusterAccountPanel = component$<PanelProps<AccountRow>>(({ listing, row }) => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const owner = accountOwner(Number(id.value), row)
  const accountId = row.account_id
  const loaded = useLoaded<AccountOnGateway>(
    $((signal: AbortSignal) =>
      callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/accounts/:account_id", {
        params: { account_id: accountId },
        signal
      })
    )
  )
  const account = loaded.value
  return (
    <Panel kind="RGW account" title={owner.name} onClose$={$(() => openRow(listing, ""))}>
      {row.freeze !== null && (
        <p class="alert alert-warn mb-3">
          <Icon name="pause" />
          <span>
            Frozen on {dateTime(row.freeze.frozen_at)} by {row.freeze.frozen_by}: its quota and its bucket limit are 0.
          </span>
        </p>
      )}
      <dl class="facts mb-5">
        <dt>RGW account id</dt>
        <dd class="font-mono text-xs break-all">{row.account_id}</dd>
        <dt>E-mail</dt>
        <dd class="break-words">{row.profile?.email ?? "None"}</dd>
        <dt>Registration</dt>
        <dd>{row.registered_id === null ? "On the gateway only" : "Registered here"}</dd>
      </dl>
      {account === null ? (
        <WaitingForGateway loaded={loaded} />
      ) : (
        <Quotas owner={owner} loaded={loaded} whole={account.account_quota} bucket={account.bucket_quota} />
      )}
      <div q:slot="actions" class="contents">
        <FreezeActions
          owner={owner}
          isFrozen={row.freeze !== null}
          onDone$={$(() => {
            readAgain(loaded)
            changed(listing)
          })}
        />
      </div>
    </Panel>
  )
})
