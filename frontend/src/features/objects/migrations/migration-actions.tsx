import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { addressIn, callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, type Editing, useAction } from "~/components/action"
import { Icon } from "~/components/ui/icon"
import { useNavigate } from "~/lib/route"
import { downloadLink } from "~/lib/save-file"
import { RollbackText } from "./rollback-text"
import { activeRunOf, type Migration, type RemovedMigration, migrationTitle } from "./migration"

interface Subject {
  readonly id: number
  readonly name: string
  readonly contextId: string
  readonly sources: ReadonlyArray<string>
  readonly firstSource: string
  readonly deletes: boolean
}

interface MigrationActionsProps {
  readonly migration: Migration
  readonly contextId: string
  readonly editing: Signal<Editing<Migration> | null>
  readonly onChanged$: QRL<() => void>
}

const placeOf = ({ id }: Subject) => ({ params: { migration_id: id } })

const FAILED = { subset: "failed" } as const

const CutoverText = component$<{ readonly subject: Subject }>(({ subject }) => (
  <div class="grid gap-2">
    <p>
      Until the cutover ends, nobody can change these sources, and their lifecycle rules are deleted. Both are restored
      afterwards, also if you pause or stop.
    </p>
    <p class="max-h-40 overflow-y-auto font-mono text-xs wrap-anywhere">{subject.sources.join(", ")}</p>
    {subject.deletes && (
      <p class="font-medium text-danger">
        Once every object is proved equal at the target, all objects of these sources are deleted. This cannot be
        undone. The buckets stay, empty.
      </p>
    )}
    <p>Stop the applications that write to them before, and point them to the target afterwards.</p>
  </div>
))

const DeleteText = component$(() => <p>The draft or report is deleted. Buckets and objects stay as they are.</p>)

export const MigrationActions = component$<MigrationActionsProps>(({ contextId, editing, migration, onChanged$ }) => {
  const navigate = useNavigate()
  const after$ = $(() => onChanged$())
  const precheck = useAction({
    run$: $((on: Subject) => callIn(on, "POST /api/manager/migrations/:migration_id/precheck", placeOf(on))),
    toast$: $((checked: Migration) =>
      checked.actions.includes("start")
        ? { text: "Precheck: ready to start" }
        : { tone: "danger" as const, text: "Precheck: blocking findings", detail: "Resolve them and check again." }
    ),
    after$
  })
  const start = useAction({
    run$: $((on: Subject) => callIn(on, "POST /api/manager/migrations/:migration_id/start", placeOf(on))),
    toast$: $(() => ({ text: "Migration started" })),
    after$
  })
  const pause = useAction({
    run$: $((on: Subject) => callIn(on, "POST /api/manager/migrations/:migration_id/pause", placeOf(on))),
    after$
  })
  const resume = useAction({
    run$: $((on: Subject) => callIn(on, "POST /api/manager/migrations/:migration_id/resume", placeOf(on))),
    after$
  })
  const cutover = useAction({
    run$: $((on: Subject) =>
      callIn(on, "POST /api/manager/migrations/:migration_id/continue", {
        params: placeOf(on).params,
        query: { ...(on.deletes ? { confirm_name: on.firstSource } : {}) }
      })
    ),
    toast$: $(() => ({ text: "Cutover started" })),
    after$
  })
  const stop = useAction({
    run$: $((on: Subject) => callIn(on, "POST /api/manager/migrations/:migration_id/stop", placeOf(on))),
    after$
  })
  const retry = useAction({
    run$: $((on: Subject) =>
      callIn(on, "POST /api/manager/migrations/:migration_id/retry", { ...placeOf(on), body: FAILED })
    ),
    toast$: $(() => ({ text: "The failed buckets are migrated again" })),
    after$
  })
  const rollback = useAction({
    run$: $((on: Subject) =>
      callIn(on, "POST /api/manager/migrations/:migration_id/rollback", { ...placeOf(on), body: FAILED })
    ),
    toast$: $(() => ({ text: "Rollback started" })),
    after$
  })
  const remove = useAction({
    run$: $((on: Subject) => callIn(on, "DELETE /api/manager/migrations/:migration_id", placeOf(on))),
    toast$: $((_: RemovedMigration, { name }: Subject) => ({ text: `Migration ${name} is deleted` })),
    after$: $((_: RemovedMigration, on: Subject) =>
      navigate(`/manager/migrations?${new URLSearchParams({ context_id: on.contextId })}`)
    )
  })
  const { actions } = migration
  const subject: Subject = {
    id: migration.id,
    name: migrationTitle(migration),
    contextId,
    sources: migration.draft.buckets.map(({ source }) => source),
    firstSource: migration.draft.buckets[0]?.source ?? "",
    deletes: migration.draft.delete_source === true
  }
  return (
    <>
      {actions.includes("delete") && (
        <span key="delete" class="contents">
          <ActionButton
            action={remove}
            on={subject}
            asks
            label="Delete…"
            icon="trash-2"
            class="btn-secondary text-danger"
          />
        </span>
      )}
      {migration.run !== null && activeRunOf(migration) === null && (
        <button
          key="certificate"
          type="button"
          class="btn btn-secondary"
          title="Signed list of every compared key; verify it with stowage verify-certificate"
          onClick$={async () => {
            const place = { params: { migration_id: migration.id } }
            // Renews the session first, which a download cannot.
            await callIn({ contextId }, "GET /api/manager/migrations/:migration_id", place)
            downloadLink(addressIn({ contextId }, "GET /api/manager/migrations/:migration_id/certificate", place), "")
          }}
        >
          <Icon name="download" /> Certificate
        </button>
      )}
      {actions.includes("edit") && (
        <button
          key="edit"
          type="button"
          class="btn btn-secondary"
          onClick$={() => {
            editing.value = { row: migration }
          }}
        >
          <Icon name="pencil" /> Edit
        </button>
      )}
      {actions.includes("precheck") && (
        <span key="precheck" class="contents">
          <ActionButton
            action={precheck}
            on={subject}
            label="Precheck"
            busyLabel="Checking…"
            icon="list-checks"
            class={actions.includes("start") ? "btn-secondary" : "btn-primary"}
          />
        </span>
      )}
      {actions.includes("start") && (
        <span key="start" class="contents">
          <ActionButton action={start} on={subject} label="Start" icon="play" class="btn-primary" />
        </span>
      )}
      {actions.includes("pause") && (
        <span key="pause" class="contents">
          <ActionButton action={pause} on={subject} label="Pause" icon="pause" />
        </span>
      )}
      {actions.includes("resume") && (
        <span key="resume" class="contents">
          <ActionButton action={resume} on={subject} label="Resume" icon="play" />
        </span>
      )}
      {actions.includes("stop") && (
        <span key="stop" class="contents">
          <ActionButton action={stop} on={subject} label="Stop" icon="ban" />
        </span>
      )}
      {actions.includes("continue") && (
        <span key="continue" class="contents">
          <ActionButton action={cutover} on={subject} asks label="Cut over…" icon="lock" class="btn-primary" />
        </span>
      )}
      {actions.includes("rollback") && (
        <span key="rollback" class="contents">
          <ActionButton action={rollback} on={subject} asks label="Roll failed back…" icon="history" />
        </span>
      )}
      {actions.includes("retry") && (
        <span key="retry" class="contents">
          <ActionButton action={retry} on={subject} label="Retry failed" icon="refresh-cw" class="btn-primary" />
        </span>
      )}
      <ConfirmDialog
        action={cutover}
        id="cut-migration-over"
        title={subject.deletes ? "Cut over and delete the sources" : "Begin the cutover"}
        button={subject.deletes ? "Cut over and delete" : "Cut over"}
        typed={subject.deletes ? "firstSource" : undefined}
        about={CutoverText}
      />
      <ConfirmDialog
        action={rollback}
        id="roll-migration-back"
        title="Roll failed buckets back"
        button="Roll back"
        about={RollbackText}
      />
      <ConfirmDialog
        action={remove}
        id="delete-migration"
        title="Delete migration"
        button="Delete"
        about={DeleteText}
      />
    </>
  )
})
