import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { UserKeys } from "~/features/accounts/rgw-settings/keys"
import type { UserOnGateway } from "~/features/accounts/rgw-settings/on-gateway"
import { Quotas } from "~/features/accounts/rgw-settings/quotas"
import { WaitingForGateway } from "~/features/accounts/rgw-settings/waiting-panel"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { readAgain, useLoaded } from "~/lib/use-loaded"
import { useScope } from "~/lib/scope"
import { type UserRow, userOwner } from "./directory-row"
import { SuspendUserAction } from "./suspend-action"

export const ClusterUserPanel = component$<PanelProps<UserRow>>(({ listing, row }) => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const owner = userOwner(Number(id.value), row)
  const userId = row.user_id
  const loaded = useLoaded<UserOnGateway>(
    $((signal: AbortSignal) =>
      callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/users/:user_id", {
        params: { user_id: userId },
        signal
      })
    )
  )
  const user = loaded.value
  return (
    <Panel kind="RGW user" title={row.user_id} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts mb-5">
        <dt>Name</dt>
        <dd class="break-words">{row.display_name ?? "None"}</dd>
        <dt>E-mail</dt>
        <dd class="break-words">{row.profile?.email ?? "None"}</dd>
        <dt>RGW account</dt>
        <dd class="font-mono text-xs break-all">{row.account_id ?? "None"}</dd>
        <dt>Registration</dt>
        <dd>{row.registered_id === null ? "On the gateway only" : "Registered here"}</dd>
      </dl>
      {user === null ? (
        <WaitingForGateway loaded={loaded} />
      ) : (
        <>
          <Quotas owner={owner} loaded={loaded} whole={user.user_quota} bucket={user.bucket_quota} />
          <UserKeys owner={owner} />
        </>
      )}
      <div q:slot="actions" class="contents">
        <SuspendUserAction
          owner={owner}
          isSuspended={user?.suspended ?? row.state === "suspended"}
          disabled={user?.administers ?? true}
          onDone$={$(() => {
            readAgain(loaded)
            changed(listing)
          })}
        />
      </div>
    </Panel>
  )
})
