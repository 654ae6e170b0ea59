import { $, component$ } from "@builder.io/qwik"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { DRIFT_KINDS } from "~/features/fleet/drift/drift"
import { counted, dateTime } from "~/lib/format"
import { type Account, peopleOf, type S3User } from "./cells"
import { Unregister } from "./unregister"

interface AccessPanelProps extends PanelProps<Account | S3User> {
  readonly kind: "RGW account" | "RGW user"
  readonly home: string
}

const AccessPanel = component$<AccessPanelProps>(({ home, kind, listing, row }) => (
  <Panel kind={kind} title={row.name} onClose$={$(() => openRow(listing, ""))}>
    {row.drift.length > 0 && (
      <p class="alert alert-warn mb-3" data-testid="differs">
        <Icon name="triangle-alert" />
        <span>
          Differs from its gateway: {row.drift.map(({ kind }) => DRIFT_KINDS[kind].text.toLowerCase()).join(", ")}. Open
          it to mend that.
        </span>
      </p>
    )}
    <dl class="facts">
      {"rgw_account_id" in row && (
        <>
          <dt>RGW account id</dt>
          <dd class="font-mono text-xs break-all">{row.rgw_account_id}</dd>
        </>
      )}
      <dt>{"rgw_account_id" in row ? "Root user" : "Uid"}</dt>
      <dd class="font-mono text-xs break-all">{row.rgw_user_uid}</dd>
      <dt>Endpoint</dt>
      <dd>
        {row.storage_endpoint_name}
        <span class="block font-mono text-xs break-all text-ink-3">{row.storage_endpoint_url}</span>
      </dd>
      <dt>Context</dt>
      <dd class="font-mono text-xs">{"rgw_account_id" in row ? row.id : `s3u-${row.id}`}</dd>
      <dt>May act as it</dt>
      <dd>{peopleOf(row) === 0 ? "Nobody yet" : counted(peopleOf(row), "person or group", "people and groups")}</dd>
      <dt>Registered</dt>
      <dd>{dateTime(row.created_at)}</dd>
    </dl>
    <div q:slot="actions" class="contents">
      <NavLink href={`${home}/${row.id}`} class="btn btn-primary flex-1">
        <Icon name="pencil" /> Open
      </NavLink>
      <Unregister row={row} onGone$={$(() => changed(listing, ""))} onStale$={$(() => changed(listing))} />
    </div>
  </Panel>
))

export const AccountPanel = component$<PanelProps<Account>>((props) => (
  <AccessPanel kind="RGW account" home="/admin/accounts" {...props} />
))

export const S3UserPanel = component$<PanelProps<S3User>>((props) => (
  <AccessPanel kind="RGW user" home="/admin/s3-users" {...props} />
))
