import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { ActionButton, ConfirmDialog, orGone, useAction, useEditing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { type Access, findingOf, policyName, StateCell, ACCESS_STATES } from "./access"
import { ChangeAccessDialog } from "./access-dialogs"

interface Subject {
  readonly id: number
  readonly name: string
  readonly person: string
  readonly contextId: string
}

type EndedAccess = Answer<"DELETE /api/manager/private-access/:access_id">

const whereOf = ({ id }: Subject) => ({ params: { access_id: id } })

const EndText = component$<{ readonly subject: Subject }>(({ subject }) => (
  <p>
    The S3 connection of {subject.person} goes at once. The keys, policies and memberships of IAM user{" "}
    <b class="font-mono">{subject.name}</b>, and the IAM user itself, go from the gateway; that is tried until it
    confirms it.
  </p>
))

const outcomeOf = ({ drift, person, problem, state }: Access) =>
  state === "active"
    ? drift.length === 0
      ? { text: `Private access of ${person} is as it is wanted` }
      : { tone: "danger" as const, text: `Private access of ${person} differs at the gateway` }
    : {
        tone: "danger" as const,
        text: `Private access of ${person}: ${ACCESS_STATES[state].text.toLowerCase()}`,
        detail: problem ?? ""
      }

export const AccessPanel = component$<PanelProps<Access>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const changing = useEditing<Access>()
  const subject: Subject = {
    id: row.id,
    name: row.iam_user_name,
    person: row.person,
    contextId: contexts.current?.id ?? ""
  }
  const retry = useAction({
    run$: $((subject: Subject) =>
      orGone(callIn(subject, "POST /api/manager/private-access/:access_id/retry", whereOf(subject)))
    ),
    after$: $((access: Access | null) => {
      changed(listing, ...(access === null ? [""] : []))
    }),
    toast$: $((access: Access | null, { name }: Subject) =>
      access === null ? { text: `Nothing is left of ${name}` } : outcomeOf(access)
    )
  })
  const check = useAction({
    run$: $((subject: Subject) =>
      callIn(subject, "POST /api/manager/private-access/:access_id/check", whereOf(subject))
    ),
    after$: $(() => changed(listing)),
    toast$: $((access: Access) => outcomeOf(access))
  })
  const end = useAction({
    run$: $((subject: Subject) =>
      callIn(subject, "DELETE /api/manager/private-access/:access_id", {
        params: { access_id: subject.id },
        query: { confirm_name: subject.name }
      })
    ),
    after$: $(({ cleanup_pending }: EndedAccess) => {
      changed(listing, ...(cleanup_pending ? [] : [""]))
    }),
    again$: $(async (subject: Subject) => {
      const found = await orGone(callIn(subject, "GET /api/manager/private-access/:access_id", whereOf(subject)))
      return found === null ? null : subject
    }),
    toast$: $(({ cleanup_pending, name, problem }: EndedAccess, { person }: Subject) =>
      cleanup_pending
        ? {
            tone: "danger" as const,
            text: `${person} has no access any more`,
            detail:
              `${name} is still at the gateway: ` +
              `${problem ?? "it has not confirmed yet"}. That is tried again by itself.`
          }
        : { text: `Private access of ${person} has ended`, detail: `Nothing is left of ${name} at the gateway.` }
    )
  })
  const isPortal = row.purpose === "portal"
  const ending = row.state === "cleanup_pending"
  return (
    <Panel kind="Private access" title={row.person} onClose$={$(() => openRow(listing, ""))}>
      <StateCell row={row} />
      {isPortal && <p class="mt-3 text-ink-2">Its rights follow the storage spaces of this person in the Portal.</p>}
      {row.problem !== null && (
        <div class="alert alert-warn mt-4" role="status">
          <Icon name="triangle-alert" />
          <div>
            <p>{row.problem}</p>
            <p class="mt-1 text-xs">
              Tried {row.tries === 1 ? "once" : `${row.tries} times`}
              {row.last_tried_at !== null && (
                <>
                  , last <Ago at={row.last_tried_at} />
                </>
              )}
              {row.next_try_at !== null && (
                <>
                  ; next <Ago at={row.next_try_at} />
                </>
              )}
              .
            </p>
          </div>
        </div>
      )}
      {row.drift.length > 0 && (
        <section class="mt-4" aria-label="Differences at the gateway" data-testid="drift">
          <h3 class="font-medium">At the gateway it differs</h3>
          <ul class="mt-1 list-disc pl-5 text-ink-2">
            {row.drift.map((finding) => (
              <li key={`${finding.kind} ${finding.name}`} class="wrap-anywhere">
                {findingOf(finding)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <dl class="facts mt-5">
        <dt>IAM user</dt>
        <dd>
          <code class="font-mono text-xs break-all">{row.iam_user_name}</code>
        </dd>
        <dt>S3 connection</dt>
        <dd>{row.connection_id === null ? "none" : row.connection_name}</dd>
        <dt>Policies</dt>
        <dd class="wrap-anywhere">{row.managed_policies.map(policyName).join(", ") || "none"}</dd>
        <dt>Its own policies</dt>
        <dd class="wrap-anywhere">{row.inline_policies.map(({ name }) => name).join(", ") || "none"}</dd>
        <dt>IAM groups</dt>
        <dd class="wrap-anywhere">{row.groups.join(", ") || "none"}</dd>
        <dt>{ACCESS_STATES[row.state].text} since</dt>
        <dd>
          <Ago at={row.state_since} />
        </dd>
        <dt>Looked at</dt>
        <dd>{row.checked_at === null ? "not yet" : <Ago at={row.checked_at} />}</dd>
      </dl>
      <div class="mt-4 flex flex-wrap gap-2">
        {!ending && !isPortal && (
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              changing.value = { row, name: `access of ${row.person}` }
            }}
          >
            <Icon name="pencil" /> Change
          </button>
        )}
        {!ending && (
          <ActionButton action={check} on={subject} label="Look at the gateway" icon="eye" class="btn-secondary" />
        )}
      </div>
      <ConfirmDialog
        action={end}
        id="end-access"
        title="End private access of"
        button="End access"
        typed="name"
        about={EndText}
      />
      <ChangeAccessDialog open={changing} listing={listing} />
      <div q:slot="actions" class="contents">
        {(row.state !== "active" || row.drift.length > 0) && (
          <ActionButton
            action={retry}
            on={subject}
            label={row.state === "active" ? "Mend" : "Try now"}
            icon="refresh-cw"
            class="btn-primary flex-1"
          />
        )}
        {!ending && !isPortal && (
          <ActionButton
            action={end}
            on={subject}
            asks
            label="End access"
            icon="trash-2"
            class="btn-secondary text-danger flex-1"
          />
        )}
      </div>
    </Panel>
  )
})
