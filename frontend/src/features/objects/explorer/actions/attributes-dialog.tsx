import { $, component$, useStore } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, ProblemError } from "~/client/problem-error"
import { DialogActions } from "~/components/ui/dialog"
import { Form } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useOperations } from "~/lib/operations"
import { showObjectRun } from "../../../platform/runs/object-run"
import {
  type AttributeForm,
  ATTRIBUTE_OPTIONS,
  type AttributeName,
  type AttributeRow,
  changesOf,
  hasAttributeName
} from "../uploads/attribute-rows"
import { type FolderDialogProps, FolderDialog, type FolderFormProps, useFolderForm } from "../listing/folder-dialog"
import { subjectName } from "../listing/folder-subject"

const fault = (message: string) =>
  new ProblemError({ status: 422, code: "validation_failed", title: "Not sent", detail: message })

const ChangeRow = component$<{ readonly form: AttributeForm; readonly row: AttributeRow }>(({ form, row }) => (
  <fieldset
    class={
      "grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-end gap-2 border-b border-line pb-3 " +
      "sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1.4fr)_auto]"
    }
  >
    <legend class="sr-only">A change</legend>
    <label class="grid gap-1">
      <span class="text-xs text-ink-2">What</span>
      <select
        class="input"
        onChange$={(_, select) => {
          row.what = select.value as AttributeName
        }}
      >
        {ATTRIBUTE_OPTIONS.map(([value, label]) => (
          <option key={value} value={value} selected={row.what === value}>
            {label}
          </option>
        ))}
      </select>
    </label>
    <button
      type="button"
      class="btn btn-ghost btn-icon sm:order-last"
      aria-label="Take this change out"
      onClick$={() => {
        form.rows = form.rows.filter(({ id }) => id !== row.id)
      }}
    >
      <Icon name="x" />
    </button>
    {hasAttributeName(row.what) ? (
      <label class="col-span-2 grid gap-1 sm:col-span-1">
        <span class="text-xs text-ink-2">Name</span>
        <input
          class="input"
          maxLength={128}
          value={row.name}
          onInput$={(_, input) => {
            row.name = input.value
          }}
        />
      </label>
    ) : (
      <span class="hidden sm:block" />
    )}
    <span class="col-span-2 flex min-w-0 flex-wrap items-end gap-2 sm:col-span-1">
      <label class="grid min-w-32 flex-1 gap-1">
        <span class="text-xs text-ink-2">Value</span>
        <input
          class="input"
          maxLength={2048}
          disabled={row.away}
          value={row.value}
          onInput$={(_, input) => {
            row.value = input.value
          }}
        />
      </label>
      {row.what !== "storage_class" && (
        <label class="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            class="check"
            checked={row.away}
            onChange$={(_, box) => {
              row.away = box.checked
            }}
          />{" "}
          <span>Take away</span>
        </label>
      )}
    </span>
  </fieldset>
))

const AttributesForm = component$<FolderFormProps>((props) => {
  const { changed, open } = props
  const { form, taken } = useFolderForm("edit-attributes", props)
  const operations = useOperations()
  const fields = useStore<AttributeForm>({
    rows: [{ id: 0, what: "content_type", name: "", value: "", away: false }],
    onlyTheseTags: false,
    hold: "",
    mode: "",
    until: "",
    bypass: false
  })
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        const change = changesOf(fields)
        if (typeof change === "string") throw fault(change)
        const { keys, place, prefixes } = taken.value
        try {
          const run = await callIn(place, "POST /api/browser/buckets/:bucket_name/attributes", {
            body: { keys: [...keys], prefixes: [...prefixes], change }
          })
          showObjectRun(operations, run, place.contextId, {
            onEnd: () => {
              changed.value++
            }
          })
        } catch (cause) {
          // the form has no field of the service's name
          const { errors } = asProblem(cause)
          throw errors?.[0] === undefined
            ? cause
            : fault(
                errors
                  .map(
                    ({ message, path }) =>
                      `${path.filter((part) => !["payload", "change"].includes(String(part))).join(" ")}: ${message}`
                  )
                  .join(". ")
              )
        }
        open.value = null
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          Changes <b class="font-mono text-ink wrap-anywhere">{subjectName(taken.value)}</b>
          {taken.value.prefixes.length > 0 && ", with all below it"}. What is not named here stays as it is. Headers,
          metadata and class are changed by a copy: a bucket with versions keeps what was.
        </p>
        {fields.rows.map((row) => (
          <ChangeRow key={row.id} form={fields} row={row} />
        ))}
        <div class="flex flex-wrap items-center gap-4">
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              fields.rows = [
                ...fields.rows,
                {
                  id: Math.max(0, ...fields.rows.map(({ id }) => id)) + 1,
                  what: "metadata",
                  name: "",
                  value: "",
                  away: false
                }
              ]
            }}
          >
            <Icon name="plus" /> Add a change
          </button>
          <label class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="check"
              checked={fields.onlyTheseTags}
              onChange$={(_, box) => {
                fields.onlyTheseTags = box.checked
              }}
            />{" "}
            <span>Remove all other tags</span>
          </label>
        </div>
        <div class="grid gap-3 sm:grid-cols-3">
          <label class="grid gap-1">
            <span class="text-xs text-ink-2">Legal hold</span>
            <select
              class="input"
              onChange$={(_, select) => {
                fields.hold = select.value as AttributeForm["hold"]
              }}
            >
              <option value="">Leave as it is</option>
              <option value="on">Put on</option>
              <option value="off">Lift</option>
            </select>
          </label>
          <label class="grid gap-1">
            <span class="text-xs text-ink-2">Retention</span>
            <select
              class="input"
              onChange$={(_, select) => {
                fields.mode = select.value as AttributeForm["mode"]
              }}
            >
              <option value="">Leave as it is</option>
              <option value="governance">Governance</option>
              <option value="compliance">Compliance: nobody can end it</option>
            </select>
          </label>
          {fields.mode !== "" && (
            <label class="grid gap-1">
              <span class="text-xs text-ink-2">Retained until (UTC)</span>
              <input
                class="input"
                type="datetime-local"
                value={fields.until}
                onInput$={(_, input) => {
                  fields.until = input.value
                }}
              />
            </label>
          )}
        </div>
        {fields.mode === "governance" && (
          <label class="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              class="check"
              checked={fields.bypass}
              onChange$={(_, box) => {
                fields.bypass = box.checked
              }}
            />{" "}
            <span>Bypass governance, to shorten or loosen what is there</span>
          </label>
        )}
      </div>
      <DialogActions open={open} submit="Change attributes" busy={form.busy} />
    </Form>
  )
})

export const AttributesDialog = (props: FolderDialogProps) => (
  <FolderDialog {...props} title="Change attributes" form={AttributesForm} />
)
