import { $, component$ } from "@builder.io/qwik"
import { ActionButton, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { int } from "~/lib/format"
import { StateBadge, TagChip } from "./cells"
import { type Connection, CONNECTION_LISTS, probeConnection } from "./connection"
import { RemoveConnection } from "./remove-connection"
import { SharedNote } from "./shared-note"

export const ConnectionPanel = component$<PanelProps<Connection>>(({ listing, row }) => {
  const side = row.ownership === "shared" ? "shared" : "own"
  const check = useAction({
    run$: $((subject: Connection) => probeConnection(subject.ownership === "shared" ? "shared" : "own", subject.id)),
    after$: $(() => changed(listing))
  })
  return (
    <Panel
      kind={side === "shared" ? "Shared S3 connection" : "Private S3 connection"}
      title={row.name}
      onClose$={$(() => openRow(listing, ""))}
    >
      {row.unusable_detail && (
        <p class="alert alert-warn mb-4" data-testid="unusable">
          <Icon name="triangle-alert" />
          <span class="min-w-0 break-words">{row.unusable_detail}</span>
        </p>
      )}
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <StateBadge row={row} />
        </dd>
        <dt>Leads to</dt>
        <dd>
          {row.storage_endpoint_name && <span class="block">{row.storage_endpoint_name}</span>}
          <span class="font-mono text-xs break-all">{row.endpoint_url}</span>
        </dd>
        <dt>Access key</dt>
        <dd class="font-mono text-xs break-all">{row.access_key}</dd>
        {side === "shared" && (
          <>
            <dt>Console users</dt>
            <dd class="num">{int(row.user_count)}</dd>
          </>
        )}
        <dt>Last tried</dt>
        <dd>{row.probe ? row.probe.summary : "Not yet"}</dd>
        <dt>Tags</dt>
        <dd class="flex flex-wrap gap-1">
          {row.tags.length === 0 ? "—" : row.tags.map((tag) => <TagChip key={tag.label} tag={tag} />)}
        </dd>
      </dl>
      {row.ownership === "shared" && (
        <div class="mt-4">
          <SharedNote reason={row.remediation_reason} />
        </div>
      )}
      {check.state.problem && (
        <p role="alert" class="alert alert-danger mt-4">
          <Icon name="circle-alert" />
          <span>{check.state.problem.message}</span>
        </p>
      )}
      <div q:slot="actions" class="contents">
        <NavLink href={`${CONNECTION_LISTS[side].href}/${row.id}`} class="btn btn-primary flex-1">
          <Icon name="pencil" /> Open
        </NavLink>
        <ActionButton
          action={check}
          on={row}
          inPlace
          disabled={row.unusable_reason !== null}
          label="Try the keys"
          busyLabel="Asking…"
          icon="radar"
          class="btn-secondary flex-1"
        />
        <RemoveConnection
          row={row}
          iconOnly
          onGone$={$(() => changed(listing, ""))}
          onStale$={$(() => changed(listing))}
        />
      </div>
    </Panel>
  )
})
