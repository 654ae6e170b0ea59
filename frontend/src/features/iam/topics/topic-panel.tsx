import { $, component$, useSignal } from "@builder.io/qwik"
import type { Editing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { bucketHref } from "~/lib/bucket-place"
import { CheckEndpoint } from "./check-endpoint"
import { RemoveTopic } from "./remove-topic"
import { TopicDialog } from "./topic-dialog"
import { makeCommands, type TopicRow, transportLabel } from "./topic"
import { useUnknownUses, useUses } from "./uses"

const seconds = (value: number | null): string => (value === null ? "as the gateway does by itself" : `${value} s`)

const Uses = component$<{ readonly row: TopicRow }>(({ row }) => {
  const uses = useUses(row.arn)
  const unknown = useUnknownUses()
  return (
    <section class="mt-5 min-w-0" aria-label="Buckets that tell it">
      <h3 class="font-medium">Buckets that tell it</h3>
      {uses === null ? (
        <p class="mt-1 text-ink-3" role="status">
          Reading the notifications of all buckets…
        </p>
      ) : uses.length === 0 ? (
        unknown !== "" ? (
          <p class="mt-1 text-warn">Unknown. {unknown}</p>
        ) : (
          <p class="mt-1 text-ink-2">None. A bucket tells a topic once one of its notifications names it.</p>
        )
      ) : (
        <ul class="mt-1 grid min-w-0 gap-1.5">
          {uses.map((one) => (
            <li key={`${one.bucket} ${one.notification_id}`} class="min-w-0">
              <NavLink href={bucketHref({ bucket: one.bucket, contextId: row.contextId })} class="link wrap-anywhere">
                {one.bucket}
              </NavLink>
              <span class="block text-xs wrap-anywhere text-ink-3">
                {one.notification_id}: {one.events.join(", ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
})

export const TopicPanel = component$<PanelProps<TopicRow>>(({ listing, row }) => {
  const editing = useSignal<Editing<TopicRow> | null>(null)
  const { attributes } = row
  return (
    <Panel kind="Topic" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>ARN</dt>
        <dd class="font-mono text-xs break-all">{row.arn}</dd>
        <dt>Pushes to</dt>
        <dd class="wrap-anywhere">
          {attributes.push_endpoint === "" ? (
            "Nobody: its events are dropped"
          ) : (
            <span class="font-mono text-xs break-all">{attributes.push_endpoint}</span>
          )}
        </dd>
        <dt>By</dt>
        <dd>{transportLabel(row)}</dd>
        {attributes.has_credentials && (
          <>
            <dt>Signs in</dt>
            <dd>With a user name and password that the gateway keeps</dd>
          </>
        )}
        <dt>Delivery</dt>
        <dd>{attributes.persistent ? "Queued, and tried again" : "At once, within the request; lost if it fails"}</dd>
        {attributes.persistent && (
          <>
            <dt>Given up after</dt>
            <dd>
              {seconds(attributes.time_to_live)}
              {attributes.max_retries !== null && `, or ${attributes.max_retries} tries`}
            </dd>
            <dt>Between tries</dt>
            <dd>{seconds(attributes.retry_sleep_duration)}</dd>
          </>
        )}
        {attributes.verify_ssl === false && (
          <>
            <dt>Certificate</dt>
            <dd class="text-warn">Is not looked at</dd>
          </>
        )}
        {attributes.amqp_exchange !== null && (
          <>
            <dt>Exchange</dt>
            <dd class="font-mono text-xs break-all">{attributes.amqp_exchange}</dd>
          </>
        )}
        {attributes.opaque_data !== "" && (
          <>
            <dt>Sent along</dt>
            <dd class="wrap-anywhere whitespace-pre-wrap">{attributes.opaque_data}</dd>
          </>
        )}
        <dt>Policy</dt>
        <dd>
          {attributes.policy === null ? (
            "None: the account alone"
          ) : (
            <details>
              <summary>Shown as it is kept</summary>
              <pre class="mt-1 text-xs wrap-anywhere whitespace-pre-wrap">{attributes.policy}</pre>
            </details>
          )}
        </dd>
      </dl>
      {attributes.push_endpoint !== "" && (
        <CheckEndpoint key={`endpoint ${row.arn} ${attributes.push_endpoint}`} row={row} />
      )}
      <Uses key={row.arn} row={row} />
      <div class="mt-5 grid min-w-0 gap-2">
        <CopyAs commands={makeCommands(row)} about={`Making ${row.name}`} />
      </div>
      <TopicDialog open={editing} listing={listing} />
      <div q:slot="actions" class="contents">
        <button
          type="button"
          class="btn btn-primary flex-1"
          onClick$={() => {
            editing.value = { row, name: row.name }
          }}
        >
          <Icon name="pencil" /> Change
        </button>
        <RemoveTopic row={row} onGone$={$(() => changed(listing, ""))} onStale$={$(() => changed(listing))} />
      </div>
    </Panel>
  )
})
