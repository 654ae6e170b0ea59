import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, type Subject, useAction } from "~/components/action"
import { Badge } from "~/components/ui/badge"
import { Dialog } from "~/components/ui/dialog"
import { ErrorState } from "~/components/ui/states"
import { dateTime } from "~/lib/format"
import { useLoaded } from "~/lib/use-loaded"

type CopyCheck = Answer<"POST /api/cluster-admin/endpoints/:endpoint_id/copy-check">

const STATES = {
  open: { text: "Copies are not checked", tone: "danger" },
  closed: { text: "Copies are checked", tone: "ok" },
  unknown: { text: "Unknown", tone: "warn" }
} as const

const GUARDS = {
  works: "The guard policy stops it, and the owner can still read.",
  fails: "The guard policy does not work on this gateway.",
  unknown: "Whether the guard policy works was not tried."
} as const

const OUTCOMES = { allowed: "Allowed", refused: "Refused", not_tried: "Not tried" } as const

const Result = component$<{ readonly check: CopyCheck }>(({ check }) => (
  <div class="grid gap-3">
    <p>
      <Badge {...STATES[check.state]} />
    </p>
    <p class="break-words">{check.detail}</p>
    {check.state === "open" && (
      <p>
        {GUARDS[check.guard]} Add it with <b class="font-medium">Change…</b> on the Buckets page: Copy guard.
      </p>
    )}
    <dl class="facts">
      {check.steps.map(({ detail, outcome, step }) => (
        <div key={step} class="contents">
          <dt>{detail}</dt>
          <dd>{OUTCOMES[outcome]}</dd>
        </div>
      ))}
    </dl>
    <p class="text-xs text-ink-2">
      Checked on {dateTime(check.checked_at)} by {check.checked_by}
    </p>
  </div>
))

const Content = component$<{ readonly endpointId: string }>(({ endpointId }) => {
  const checked = useSignal<CopyCheck | null>(null)
  const latest = useLoaded(
    $(async (signal: AbortSignal) =>
      callIn({ endpointId }, "GET /api/cluster-admin/endpoints/:endpoint_id/copy-check", { signal })
    )
  )
  const check = useAction({
    run$: $((subject: Subject) =>
      callIn({ endpointId: String(subject.id) }, "POST /api/cluster-admin/endpoints/:endpoint_id/copy-check")
    ),
    after$: $((result: CopyCheck) => {
      checked.value = result
    }),
    failed: "The check could not be made"
  })
  const lastCheck = checked.value ?? latest.value?.check ?? null
  return (
    <>
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          Some releases of Ceph RGW let the root user of an account copy objects that it may not read. The check tries
          this with two temporary accounts, which are removed again.
        </p>
        {latest.problem !== undefined && (
          <ErrorState title="The last check could not be read" problem={latest.problem} />
        )}
        {latest.value !== null && lastCheck === null && <p>Not checked yet.</p>}
        {lastCheck !== null && <Result check={lastCheck} />}
      </div>
      <footer class="flex justify-end border-t border-line px-5 py-3">
        <ActionButton
          action={check}
          on={{ id: endpointId, name: "the endpoint" }}
          label="Check now"
          busyLabel="Checking…"
          icon="shield-check"
          class="btn-primary"
        />
      </footer>
    </>
  )
})

export const CopyCheckDialog = component$<{ readonly open: Signal<{ readonly endpointId: string } | null> }>(
  ({ open }) => (
    <Dialog open={open} title="Copies without read rights">
      {/* evaluated again when the dialog closes: null then */}
      {open.value !== null && <Content endpointId={open.value?.endpointId ?? ""} />}
    </Dialog>
  )
)
