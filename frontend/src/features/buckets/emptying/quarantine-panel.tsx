import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { bucketHref } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { dateTime } from "~/lib/format"
import type { Quarantine } from "./ending"
import { QuarantineBadge } from "./quarantine-states"
import type { QuarantineFacts } from "./quarantine-notice"

export const QuarantinePanel = component$<PanelProps<Quarantine>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const contextId = contexts.current?.id ?? ""
  const restore = useAction({
    run$: $((subject: QuarantineFacts) =>
      callIn(subject, "DELETE /api/manager/buckets/:bucket_name/quarantine", { params: { bucket_name: subject.name } })
    ),
    toast$: $((_: Quarantine, subject: QuarantineFacts) => ({
      text: `${subject.name} is restored`,
      detail: "Its policy is as it was before."
    })),
    after$: $(() => changed(listing, ""))
  })
  return (
    <Panel kind="Quarantine" title={row.bucket} onClose$={$(() => openRow(listing, ""))}>
      <QuarantineBadge state={row.state} />
      {row.state === "quarantined" && (
        <p class="mt-4 text-ink-2">
          Nobody reaches what is in it. It is emptied and deleted on the day below, unless it is restored before.
        </p>
      )}
      {row.state === "deleting" && (
        <p class="mt-4 text-ink-2">Its day has come: it is being emptied, and then deleted.</p>
      )}
      {row.problem !== null && <p class="alert alert-warn mt-4">{row.problem}</p>}
      <dl class="facts mt-5">
        <dt>Deleted on</dt>
        <dd>{dateTime(row.until)}</dd>
        <dt>Asked for by</dt>
        <dd>{row.asked_by ?? "nobody who is known"}</dd>
        <dt>Asked for on</dt>
        <dd>{dateTime(row.asked_at)}</dd>
      </dl>
      <div q:slot="actions" class="contents">
        <NavLink href={bucketHref({ bucket: row.bucket, contextId })} class="btn btn-secondary flex-1">
          Page of the bucket
        </NavLink>
        {row.state !== "deleting" && (
          <ActionButton
            action={restore}
            on={{ id: `${contextId}/${row.bucket}`, name: row.bucket, contextId }}
            label="Restore"
            icon="refresh-cw"
            class="btn-primary flex-1"
          />
        )}
      </div>
    </Panel>
  )
})
