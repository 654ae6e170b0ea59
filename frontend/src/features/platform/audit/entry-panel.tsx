import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Badge } from "~/components/ui/badge"
import { CopyButton } from "~/components/ui/copy-button"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { dateTime, int } from "~/lib/format"
import { roleName } from "~/lib/role-name"
import { type AuditLogEntry, hrefOf, SCOPE_LABELS, STATUS_LABELS, VIA_LABELS, entityText, actorText } from "./entry"

export const EntryPanel = component$<PanelProps<AuditLogEntry>>(({ listing, row }) => {
  const { actor, entity, metadata, seal } = row
  const href = hrefOf(row)
  const metadataText = JSON.stringify(metadata, null, 2)
  return (
    <Panel kind="Audit entry" title={row.action} onClose$={$(() => openRow(listing, ""))}>
      <p class="mb-4 break-words">{row.message}</p>
      <dl class="facts">
        <dt>Outcome</dt>
        <dd>
          <Badge text={STATUS_LABELS[row.status].label} tone={STATUS_LABELS[row.status].tone} />
        </dd>
        <dt>When</dt>
        <dd>
          {dateTime(row.created_at)}
          <span class="block font-mono text-xs text-ink-3">{row.created_at}</span>
        </dd>
        <dt>Who</dt>
        <dd>
          {actor.user_id === null ? (
            <span class="break-all">{actorText(row)}</span>
          ) : (
            <NavLink href={`/admin/users/${actor.user_id}`} class="link break-all">
              {actorText(row)}
            </NavLink>
          )}
          <span class="block text-xs text-ink-3">
            {actor.role === null
              ? VIA_LABELS[actor.via]
              : `${roleName(actor.role)}, ${VIA_LABELS[actor.via].toLowerCase()}`}
          </span>
        </dd>
        <dt>What</dt>
        <dd>
          {href === null ? (
            <span class="break-all">{entityText(row)}</span>
          ) : (
            <NavLink href={href} class="link break-all">
              {entityText(row)}
            </NavLink>
          )}
          <span class="block text-xs break-all text-ink-3">
            {entity.type.replaceAll("_", " ")}
            {entity.id !== null && entity.id !== entityText(row) ? ` ${entity.id}` : ""}
          </span>
        </dd>
        <dt>Where</dt>
        <dd>{SCOPE_LABELS[row.scope] ?? row.scope}</dd>
        <dt>Address</dt>
        <dd class="font-mono text-xs break-all">{row.client_address ?? "–"}</dd>
        <dt>Request</dt>
        <dd class="font-mono text-xs break-all">{row.request_id ?? "–"}</dd>
        <dt>Seal</dt>
        <dd>
          {seal === null ? (
            <span class="text-ink-3">Within a moment</span>
          ) : (
            <>
              Link {int(seal.seq)} of the chain
              <span class="block font-mono text-2xs break-all text-ink-3">{seal.hash}</span>
            </>
          )}
        </dd>
      </dl>
      {metadataText !== "{}" && (
        <section class="mt-5" aria-label="Metadata">
          <div class="mb-1 flex items-center justify-between gap-2">
            <h3 class="text-xs font-medium text-ink-2">Metadata</h3>
            <CopyButton text={metadataText} label="Copy metadata" />
          </div>
          <pre
            class={
              "overflow-x-auto rounded-ctl border border-line bg-sunken p-3 font-mono text-xs break-words " +
              "whitespace-pre-wrap"
            }
          >
            {metadataText}
          </pre>
        </section>
      )}
    </Panel>
  )
})
