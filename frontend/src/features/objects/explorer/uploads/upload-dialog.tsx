import { $, component$, noSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { AreaField } from "~/components/ui/area-field"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { MoreFields } from "~/components/ui/more-fields"
import type { ConflictChoice } from "~/features/objects/transfers/key-conflict"
import type { PickedFile } from "~/features/objects/transfers/upload-files"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, counted } from "~/lib/format"
import { visible } from "~/lib/visible"
import type { Preparing } from "./prepare-upload"
import { type NameWarning, nameWarnings } from "./name-warnings"
import { uploadAttributesOf } from "./upload-attributes"

const TAKEN = [
  { value: "", label: "Ask for each" },
  { value: "skip", label: "Skip the file" },
  { value: "replace", label: "Replace the object" },
  { value: "keep-both", label: "Keep both" }
]

const OPTIONS = ["content_type", "cache_control", "storage_class", "metadata", "tags", "customer_key"]

const NameNotes = (props: {
  readonly notes: ReadonlyArray<NameWarning>
  readonly tone: "danger" | "warn"
  readonly label: string
}) =>
  props.notes.length === 0 ? null : (
    <div class={`alert alert-${props.tone} min-w-0`} role="group" aria-label={props.label}>
      <Icon name={props.tone === "danger" ? "circle-alert" : "triangle-alert"} />
      <ul class="grid min-w-0 gap-2">
        {props.notes.map((note) => (
          <li key={note.id} class="min-w-0">
            {note.text}
            <span class="block font-mono text-xs [overflow-wrap:anywhere]">
              {note.names.map((name) => (name.length > 120 ? `${name.slice(0, 120)}…` : name)).join(", ")}
              {note.more > 0 && ` and ${note.more} more`}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )

const newKey = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))

const KeyField = component$(() => {
  const contexts = useExecutionContexts()
  const root = useSignal<HTMLElement>()
  const plain = (contexts.current?.endpoint_url ?? "").startsWith("http:")
  return (
    <div ref={root} class="grid gap-2">
      <Field
        name="customer_key"
        label="Your own key (SSE-C)"
        mono
        pattern="[A-Za-z0-9+\/]{43}="
        patternHint="32 bytes in base64: 44 characters that end in ="
        hint={
          "Each object is encrypted with it. It is kept in this page's memory alone: without it, nobody can read " +
          "the objects again, you neither."
        }
      />
      <div class="flex flex-wrap items-center gap-2">
        <button
          type="button"
          class="btn btn-secondary btn-sm"
          onClick$={() => {
            const input = root.value?.querySelector("input")
            if (input) input.value = newKey()
          }}
        >
          <Icon name="key-round" /> Make a key
        </button>
        {plain && (
          <span class="min-w-0 flex-1 basis-48 text-xs text-warn">
            This gateway is reached by plain http. Most refuse such keys there, since anybody on the way could read
            them.
          </span>
        )}
      </div>
    </div>
  )
})

const UploadForm = component$<{ readonly preparing: Signal<Preparing | null>; readonly subject: Preparing }>(
  (props) => {
    const { preparing } = props
    // a copy: the signal is empty when the dialog closes
    const about = useSignal(props.subject)
    const chosen = useSignal(props.subject.picked)
    const form = useForm("upload")
    const files = useSignal<HTMLInputElement>()
    const folder = useSignal<HTMLInputElement>()
    useVisibleTask$(
      () => {
        // the JSX types lack this attribute
        if (folder.value) folder.value.webkitdirectory = true
      },
      { strategy: "document-ready" }
    )
    const { place } = about.value
    const picked: ReadonlyArray<PickedFile> = chosen.value ?? []
    const { fit, refused, traps } = nameWarnings(picked, place.prefix)
    const total = fit.reduce((sum, { file }) => sum + file.size, 0)
    const add = $((input: HTMLInputElement) => {
      const found = [...(input.files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))
      const paths = new Set(found.map(({ path }) => path))
      chosen.value = noSerialize([...(chosen.value ?? []).filter(({ path }) => !paths.has(path)), ...found])
      input.value = ""
    })
    const send = $(async (values: FormValues) => {
      const { place: where, go } = about.value
      const choice = values["taken"] ?? ""
      const { fit: all } = nameWarnings(chosen.value ?? [], where.prefix)
      preparing.value = null
      go?.(all, { options: uploadAttributesOf(values), choice: choice === "" ? null : (choice as ConflictChoice) })
    })
    return (
      <Form state={form} class="contents" onSubmit$={send}>
        <div class="grid min-w-0 gap-4 px-5 py-4">
          <p class="min-w-0 text-ink-2">
            Into{" "}
            <span class="font-mono text-xs [overflow-wrap:anywhere]">
              {place.bucket}/{visible(place.prefix)}
            </span>
            .{" "}
            <span role="status" class="num text-ink">
              {picked.length === 0 ? "No file is chosen yet." : `${counted(fit.length, "file")}, ${bytes(total)}.`}
            </span>
          </p>
          <div class="flex flex-wrap gap-2">
            <button type="button" class="btn btn-secondary" onClick$={() => files.value?.click()}>
              <Icon name="plus" /> Add files
            </button>
            <button type="button" class="btn btn-secondary" onClick$={() => folder.value?.click()}>
              <Icon name="folder-plus" /> Add folder
            </button>
            <input
              ref={files}
              type="file"
              multiple
              class="sr-only"
              tabIndex={-1}
              aria-label="Files to add"
              onChange$={(_, input) => add(input)}
            />
            <input
              ref={folder}
              type="file"
              multiple
              class="sr-only"
              tabIndex={-1}
              aria-label="Folder to add"
              onChange$={(_, input) => add(input)}
            />
          </div>
          <NameNotes notes={refused} tone="danger" label="Names that cannot be keys" />
          <NameNotes notes={traps} tone="warn" label="Names that make trouble elsewhere" />
          <SelectField name="taken" label="Where a key is taken" options={TAKEN} />
          <MoreFields label="Properties of the objects" names={OPTIONS}>
            <div class="grid gap-4 sm:grid-cols-2">
              <Field
                name="content_type"
                label="Content type"
                mono
                placeholder="As each file says"
                pattern="[ -~]{1,255}"
                patternHint="Letters, digits and signs of ASCII"
              />
              <Field
                name="cache_control"
                label="Cache control"
                mono
                placeholder="max-age=3600"
                pattern="[ -~]{1,1024}"
                patternHint="Letters, digits and signs of ASCII"
              />
              <Field name="storage_class" label="Storage class" mono placeholder="The bucket's own" maxLength={64} />
            </div>
            <div class="grid gap-4 sm:grid-cols-2">
              <AreaField
                name="metadata"
                label="Metadata"
                rows={3}
                placeholder="author: ada"
                hint="A line each, name: value."
              />
              <AreaField
                name="tags"
                label="Tags"
                rows={3}
                placeholder="team=red"
                hint="A line each, name=value; at most ten."
              />
            </div>
            <KeyField />
          </MoreFields>
        </div>
        <DialogActions
          open={preparing}
          submit={fit.length === 0 ? "Upload" : `Upload ${counted(fit.length, "file")}`}
          busy={form.busy || fit.length === 0}
        />
      </Form>
    )
  }
)

export const UploadDialog = ({ preparing }: { readonly preparing: Signal<Preparing | null> }) => {
  const subject = preparing.value
  return (
    <Dialog open={preparing} title="Upload" wide>
      {subject !== null && <UploadForm preparing={preparing} subject={subject} />}
    </Dialog>
  )
}
