import { $, component$ } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Panel } from "~/components/ui/panel"
import { bytes, dateTime } from "~/lib/format"
import { visible } from "~/lib/visible"
import { StateBadge, usesText } from "./cells"
import {
  canBeRevoked,
  SHARE_DIRECTIONS,
  sharedFolder,
  type ManagedShare,
  nameOfManaged,
  revokeAny
} from "./managed-share"
import { RevokeText, type RevokedLink } from "./revoke-text"

export const ManagedSharePanel = component$<PanelProps<ManagedShare>>(({ listing, row }) => {
  const revoke = useAction({
    run$: $(({ id }: RevokedLink) => revokeAny(id)),
    after$: $(() => changed(listing)),
    toast$: $((_: unknown, { name }: RevokedLink) => ({ text: `${name} is revoked` }))
  })
  return (
    <Panel
      kind={SHARE_DIRECTIONS[row.kind]}
      title={visible(nameOfManaged(row))}
      onClose$={$(() => openRow(listing, ""))}
    >
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <StateBadge row={row} />
        </dd>
        <dt>Folder</dt>
        <dd class="font-mono text-xs wrap-anywhere">{visible(sharedFolder(row))}</dd>
        <dt>Storage</dt>
        <dd class="wrap-anywhere">{row.storage === "" ? "Removed" : `${row.context_name} on ${row.storage}`}</dd>
        <dt>Created by</dt>
        <dd class="wrap-anywhere">{row.made_by}</dd>
        <dt>Created</dt>
        <dd>{dateTime(row.created_at)}</dd>
        <dt>{row.revoked_at === null ? "Ends" : "Revoked"}</dt>
        <dd>{dateTime(row.revoked_at ?? row.expires_at)}</dd>
        {row.kind !== "upload" && (
          <>
            <dt>Entries</dt>
            <dd class="num">{row.entries}</dd>
          </>
        )}
        <dt>Password</dt>
        <dd>{row.has_password ? "Required" : "None"}</dd>
        <dt>{row.kind === "upload" ? "Files sent" : "Downloads"}</dt>
        <dd class="num">
          {usesText(row)}, {bytes(row.bytes)}
        </dd>
      </dl>
      <div q:slot="actions" class="contents">
        <ActionButton
          action={revoke}
          on={{ id: row.id, name: nameOfManaged(row) }}
          asks
          disabled={!canBeRevoked(row)}
          label="Revoke…"
          icon="ban"
          class="btn-secondary text-danger flex-1"
        />
        <ConfirmDialog
          action={revoke}
          id="revoke-any-link"
          title="Revoke"
          named
          button="Revoke link"
          about={RevokeText}
        />
      </div>
    </Panel>
  )
})
