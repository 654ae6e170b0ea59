import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { bytes, dateTime, int } from "~/lib/format"
import { ACCESS_ACTIONS, identityName, type LogEntry, ACCESS_RESULTS } from "./entry"

export const LogEntryPanel = component$<PanelProps<LogEntry>>(({ listing, row }) => {
  const mono: ReadonlyArray<readonly [label: string, value: string | null]> = [
    ["Bucket", row.bucket_name],
    ["Version", row.version_id],
    ["Address", row.client_address],
    ["Program", row.user_agent],
    ["Request", row.request_id]
  ]
  return (
    <Panel kind="Request" title={row.path ?? row.bucket_name} onClose$={$(() => openRow(listing, ""))}>
      {!row.path_checked && row.path !== null && (
        <p class="alert alert-warn mb-4" role="note">
          <Icon name="triangle-alert" />
          <span>The key comes from the request’s body and is not checked: it is evidence, not proof.</span>
        </p>
      )}
      <dl class="facts">
        <dt>Result</dt>
        <dd>
          <Badge text={ACCESS_RESULTS[row.result].label} tone={ACCESS_RESULTS[row.result].tone} />
          <span class="block text-xs text-ink-3">
            Status {row.status}
            {row.error_code === null ? "" : `, ${row.error_code}`}
          </span>
        </dd>
        <dt>When</dt>
        <dd>{dateTime(row.at)}</dd>
        <dt>Who</dt>
        <dd>
          <span class="break-all">{identityName(row)}</span>
          {row.auth === "query" && <span class="block text-xs text-ink-3">By a presigned address</span>}
          <button
            type="button"
            class="link block text-xs"
            onClick$={() => {
              listing.table.url["identity"] = row.identity.id
            }}
          >
            Only this identity
          </button>
        </dd>
        <dt>Action</dt>
        <dd>
          {ACCESS_ACTIONS[row.action]}
          <span class="block font-mono text-xs text-ink-3">{row.operation}</span>
        </dd>
        <dt>Space</dt>
        <dd class="wrap-anywhere">{row.space?.name ?? "None now"}</dd>
        {mono.map(
          ([label, value]) =>
            value !== null && (
              <>
                <dt key={`${label} name`}>{label}</dt>
                <dd key={`${label} value`} class="font-mono text-xs break-all">
                  {value}
                </dd>
              </>
            )
        )}
        <dt>Size of the object</dt>
        <dd>{row.size_bytes === null ? "not logged" : bytes(row.size_bytes)}</dd>
        <dt>Duration</dt>
        <dd>{row.duration_ms === null ? "not logged" : `${int(row.duration_ms)} ms`}</dd>
      </dl>
    </Panel>
  )
})
