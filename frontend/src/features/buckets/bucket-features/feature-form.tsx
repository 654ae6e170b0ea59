import {
  $,
  component$,
  type QRL,
  useContextProvider,
  useSignal,
  useStore,
  useTask$,
  useVisibleTask$
} from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { LoseQuestion } from "~/components/action/edit-questions"
import { useGuard } from "~/components/action/use-guard"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { successToast, useToasts } from "~/lib/toasts"
import { removeCommands, saveCommands } from "./commands"
import { consentOf, objectionsIn, withObjections } from "./objections"
import { faultsOf, placeInWords } from "./draft"
import { newEditing, type Editing, EditingContext, isChanged, isEdited } from "./editing"
import { editorOf } from "./editors"
import { onPage, type Reading } from "./feature"
import { JsonEditor } from "./json-editor"
import { readable } from "./line-diff"
import { type SaveQuestion, SaveDialog } from "./save-dialog"
import { type StaleEdit, StaleDialog } from "./stale-dialog"
import { SentenceText } from "./sentence-text"
import { TemplateButtons } from "./template-buttons"
import { undoInPlace } from "./undo"
import { readingOf, storeReading, useReadings } from "./use-bucket-features"
import { checkDraft, useCheck } from "./use-check"

interface FormProps {
  readonly reading: Reading
  readonly place: BucketPlace
  readonly endpoint: string
  readonly onHeld$: QRL<(isDirty: boolean) => void>
  readonly onDone$: QRL<() => void>
}

const unknownRemoved = (parts: ReadonlyArray<string>): ReadonlyArray<string> =>
  parts.length === 0 ? [] : [`Parts that cannot be shown here are removed as well: ${parts.join(", ")}.`]

export const FeatureForm = component$<FormProps>(({ endpoint, onDone$, onHeld$, place, reading }) => {
  const { feature } = reading
  const editing = useStore<Editing>(
    () => {
      const { blank, Form } = editorOf(feature)
      return newEditing(feature, place, reading, Form === undefined ? null : blank)
    },
    { deep: false }
  )
  useContextProvider(EditingContext, editing)
  const readings = useReadings()
  const toasts = useToasts()
  const saveQuestion = useSignal<SaveQuestion | null>(null)
  const stale = useSignal<StaleEdit | null>(null)
  const losing = useSignal<object | null>(null)
  const held = useSignal(false)
  const box = useSignal<HTMLElement>()
  const { label } = onPage(feature)
  const edited = useSignal<ReadonlyArray<string>>([label])
  const { leave$, wanted } = useGuard(held)
  useCheck(editing)
  useTask$(({ track }) => {
    track(() => [editing.draft, editing.unread, editing.reading])
    held.value = isEdited(editing)
    void onHeld$(held.value)
  })
  useVisibleTask$(
    () => {
      box.value?.closest("section")?.scrollIntoView({ block: "nearest" })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ cleanup, track }) => {
      if (!track(() => held.value)) return
      const leave = (event: BeforeUnloadEvent) => event.preventDefault()
      window.addEventListener("beforeunload", leave)
      cleanup(() => window.removeEventListener("beforeunload", leave))
    },
    { strategy: "document-ready" }
  )

  const ask$ = $(async (removing: boolean) => {
    const editor = editorOf(feature)
    const { draft, reading: from } = editing
    const value = removing ? null : draft
    if (from.version === null) return
    const version = from.version
    editing.busy = true
    try {
      if (!removing && (editing.unread !== "" || !(await checkDraft(editing)))) {
        requestAnimationFrame(() =>
          box.value?.querySelector<HTMLElement>("[aria-invalid=true], [data-faults], [role=alert]")?.focus()
        )
        return
      }
    } finally {
      editing.busy = false
    }
    const where = { endpoint, bucket: place.bucket }
    saveQuestion.value = {
      label,
      bucket: place.bucket,
      value,
      version,
      before: readable(from.value, editor.text),
      after: readable(value, editor.text),
      beforeSummary: from.summary,
      afterSummary: value === null ? "" : (editing.check?.summary ?? ""),
      warnings: removing ? unknownRemoved(from.unknown_parts) : editing.warnings,
      commands:
        value === null
          ? removeCommands(feature, where)
          : saveCommands(feature, value, editing.check?.after ?? null, where),
      ...(value === null && editor.removal ? { removal: editor.removal } : {})
    }
  })

  const send$ = $(async (subject: SaveQuestion) => {
    const at = { params: { feature } }
    try {
      const { change_id, reading: now } = await callIn(
        place,
        "PUT /api/manager/buckets/:bucket_name/features/:feature",
        {
          ...at,
          body: { value: subject.value, version: subject.version, ...consentOf(subject) }
        }
      )
      saveQuestion.value = null
      Object.assign(editing, { reading: now, draft: now.value, start: now.value, unread: "", faults: [] })
      held.value = false
      storeReading(readings, now)
      const undo = {
        label: "Undo",
        run$: $(() => (change_id === null ? undefined : undoInPlace(place, change_id, label, readings, toasts)))
      }
      successToast(
        toasts,
        change_id === null
          ? { tone: "info", text: `${label} stands so already`, detail: "Nothing was changed." }
          : {
              text: `${label} is ${subject.value === null ? "removed" : "saved"}`,
              detail: `${place.bucket}: ${now.summary || "not set"}`,
              action: undo
            }
      )
      await onDone$()
    } catch (cause) {
      const problem = asProblem(cause)
      if (problem.code === "stale_plan") {
        const now = await callIn(place, "GET /api/manager/buckets/:bucket_name/features/:feature", at)
        saveQuestion.value = null
        stale.value = { label, began: editing.reading, now, text: editorOf(feature).text }
        return
      }
      const objections = problem.status === 422 ? objectionsIn(problem.errors) : null
      if (objections !== null) {
        saveQuestion.value = withObjections(subject, objections)
        return
      }
      if (problem.status === 422 && problem.errors.length > 0) {
        saveQuestion.value = null
        editing.faults = faultsOf(problem.errors)
        return
      }
      throw cause
    }
  })

  const editor = editorOf(feature)
  const { Beside, Form } = editor
  const formless = Form === undefined
  const empty = editing.draft === null && editing.unread === ""
  const changed = isChanged(editing)
  const isDirty = isEdited(editing)
  const known = readingOf(readings, feature)?.version ?? null
  const elsewhere = known !== null && known !== editing.reading.version && !editing.busy && saveQuestion.value === null
  return (
    <div ref={box} class="grid min-w-0 gap-4 border-t border-line p-4" data-testid={`edit-${feature}`}>
      {elsewhere && (
        <p class="alert alert-warn" role="status" data-testid="changed-elsewhere">
          <Icon name="triangle-alert" />
          <span>
            {label} was changed elsewhere since you began.{" "}
            {changed ? "Saving shows you first what changed." : "Close and open it again to see how it stands now."}
          </span>
        </p>
      )}
      {editing.reading.unknown_parts.length > 0 && (
        <p class="alert alert-warn" data-testid="unknown-parts">
          <Icon name="triangle-alert" />
          <span class="min-w-0 break-words">
            This configuration has parts that cannot be edited here: {editing.reading.unknown_parts.join(", ")}. Saving
            keeps them; removing {label} removes them too.
          </span>
        </p>
      )}
      <div class="flex flex-wrap items-center gap-2">
        {!formless && (
          <div class="flex gap-1" role="group" aria-label="How it is edited">
            <button
              type="button"
              class="chip"
              aria-pressed={editing.json ? "false" : "true"}
              disabled={editing.unread !== ""}
              onClick$={() => {
                editing.json = false
              }}
            >
              Form
            </button>
            <button
              type="button"
              class="chip"
              aria-pressed={editing.json ? "true" : "false"}
              onClick$={() => {
                editing.json = true
              }}
            >
              JSON
            </button>
          </div>
        )}
        <TemplateButtons />
      </div>
      <div class="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)] xl:gap-6">
        <div class="grid min-w-0 gap-4">
          {editing.json || formless ? (
            <JsonEditor />
          ) : empty ? (
            <div class="grid justify-items-start gap-2 rounded-card border border-dashed border-line-strong p-4">
              <p class="text-ink-2">{label} would be removed.</p>
              <button
                type="button"
                class="btn btn-secondary"
                onClick$={() => {
                  editing.draft = editing.reading.value ?? editorOf(feature).blank
                }}
              >
                <Icon name="plus" /> Start again
              </button>
            </div>
          ) : (
            <div class="grid min-w-0 gap-4">
              <Form />
            </div>
          )}
        </div>
        <aside class="grid min-w-0 gap-4 xl:sticky xl:top-0" aria-label={`${label} in words`}>
          <SentenceText />
          {Beside && <Beside />}
        </aside>
      </div>
      {editing.faults.length > 0 && (
        <div class="alert alert-danger" role="alert" tabIndex={-1} data-faults>
          <ul class="grid min-w-0 gap-1" aria-label="What is wrong">
            {editing.faults.map(({ message, path }) => (
              <li key={`${path.join(".")}-${message}`} class="min-w-0 break-words">
                {path.length > 0 && <b class="font-medium">{placeInWords(path)}: </b>}
                {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {editing.problem && (
        <p class="alert alert-danger" role="alert">
          <Icon name="circle-alert" />
          <span>It could not be looked at. {editing.problem.message}</span>
        </p>
      )}
      {changed && editing.faults.length === 0 && editing.warnings.length > 0 && (
        <ul class="grid gap-1.5" aria-label="Worth knowing">
          {editing.warnings.map((text) => (
            <li key={text} class="alert alert-warn">
              <Icon name="triangle-alert" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="flex flex-wrap items-center gap-2">
        {editor.removal !== undefined && editing.reading.value !== null && (
          <button type="button" class="btn btn-danger-quiet" disabled={editing.busy} onClick$={() => ask$(true)}>
            <Icon name="trash-2" /> Remove
          </button>
        )}
        <p class="min-w-0 flex-1 basis-24 text-xs text-ink-3" role="status" data-testid="looked">
          {!changed
            ? "Nothing is changed"
            : editing.unread !== ""
              ? ""
              : editing.checking
                ? "Looking at it…"
                : editing.faults.length > 0
                  ? "This would be refused"
                  : "Not saved"}
        </p>
        <span class="ms-auto flex gap-2">
          <button
            type="button"
            class="btn btn-secondary"
            disabled={editing.busy}
            onClick$={() => {
              if (isEdited(editing)) losing.value = {}
              else return onDone$()
            }}
          >
            {isDirty ? "Discard" : "Close"}
          </button>
          {/* not disabled while it checks: keyboard focus would be lost */}
          <button
            type="button"
            class="btn btn-primary"
            aria-disabled={editing.busy ? "true" : undefined}
            disabled={!changed || editing.unread !== ""}
            onClick$={() => (editing.busy ? undefined : ask$(editing.draft === null))}
          >
            {editing.busy && <Icon name="loader-circle" class="spin" />} Review and save
          </button>
        </span>
      </div>
      <SaveDialog asked={saveQuestion} send$={send$} />
      <StaleDialog
        stale={stale}
        mine$={$(async (current: Reading) => {
          editing.reading = current
          storeReading(readings, current)
          if (isChanged(editing)) await ask$(editing.draft === null)
        })}
        theirs$={$((current: Reading) => {
          Object.assign(editing, {
            reading: current,
            draft: current.value,
            start: current.value,
            unread: "",
            faults: []
          })
          storeReading(readings, current)
        })}
      />
      <LoseQuestion
        open={wanted}
        title="Leave without saving?"
        edited={edited}
        lose="Discard and leave"
        lose$={leave$}
      />
      <LoseQuestion
        open={losing}
        title="Discard changes?"
        edited={edited}
        lose="Discard changes"
        lose$={$(() => {
          losing.value = null
          Object.assign(editing, { draft: editing.start, unread: "", faults: [] })
          held.value = false
          return onDone$()
        })}
      />
    </div>
  )
})
