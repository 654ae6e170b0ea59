import { $, component$, type Signal, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field, SelectField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { MoreFields } from "~/components/ui/more-fields"
import { visible } from "~/lib/visible"
import { calledEntry } from "../transfers/called-entry"
import { isFolderEntry, keyOfEntry } from "../transfers/entry-id"
import { linkRequest, LINK_LIFETIMES } from "./link-of"
import { CreatedLink } from "./created-link"
import type { CreatedShare, Sharing } from "./share"

const Choice = component$<{ readonly what: Signal<string>; readonly folder: string }>(({ folder, what }) => (
  <fieldset class="grid gap-1.5">
    <legend class="mb-1 font-medium">What others do with it</legend>
    <label class="flex min-h-6 items-center gap-2">
      <input
        type="radio"
        name="what"
        value="archive"
        class="check radio"
        checked={what.value === "archive"}
        onChange$={() => {
          what.value = "archive"
        }}
      />{" "}
      Download what is in {folder}
    </label>
    <label class="flex min-h-6 items-center gap-2">
      <input
        type="radio"
        name="what"
        value="upload"
        class="check radio"
        checked={what.value === "upload"}
        onChange$={() => {
          what.value = "upload"
        }}
      />{" "}
      Send files into {folder}
    </label>
  </fieldset>
))

const ShareForm = component$<{
  readonly open: Signal<Sharing | null>
  readonly subject: Sharing
  readonly made: Signal<CreatedShare | null>
}>(({ made, open, subject }) => {
  const form = useForm("share")
  const sharing = useSignal(subject)
  const { keys, prefix } = sharing.value
  const [only] = keys
  const folder = keys.length === 1 && only !== undefined && isFolderEntry(only) ? only : null
  const linkKind = useSignal(keys.length === 0 ? "upload" : keys.length === 1 && folder === null ? "object" : "archive")
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        made.value = await callIn(sharing.value, "POST /api/browser/buckets/:bucket_name/shares", {
          body: linkRequest(sharing.value, linkKind.value, values)
        })
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        {folder !== null && <Choice what={linkKind} folder={visible(folder)} />}
        {keys.length === 0 && (
          <p class="text-ink-2">
            Whoever has the link can send files into{" "}
            <b class="font-medium text-ink wrap-anywhere">{visible(prefix) || "this bucket"}</b>. They see nothing of
            what is there.
          </p>
        )}
        <SelectField name="expires" label="Valid for" value="604800" options={LINK_LIFETIMES} />
        <Field
          name="password"
          label="Password"
          type="password"
          minLength={12}
          maxLength={256}
          autoComplete="new-password"
          hint="At least 12 characters. Tell it by another way than the link."
        />
        <MoreFields label="Title and limits" names={["title", "note", "max_uses", "max_file", "max_total"]}>
          <Field
            name="title"
            label="Title"
            maxLength={120}
            hint="Visitors see it in place of where the files are kept."
          />
          <Field name="note" label="Note" maxLength={2000} />
          <Field
            name="max_uses"
            label={linkKind.value === "upload" ? "Most files" : "Most downloads"}
            type="number"
            min={1}
            max={1_000_000}
          />
          {linkKind.value === "upload" && (
            <div class="grid gap-4 sm:grid-cols-2">
              <Field name="max_file" label="Most MiB a file" type="number" min={1} max={5_242_880} />
              <Field name="max_total" label="Most MiB in all" type="number" min={1} max={8_589_934_591} />
            </div>
          )}
        </MoreFields>
        <p class="text-xs text-ink-3">
          <Icon name="info" class="mr-1 inline size-3.5" />
          The link has your rights to this data for as long as you have them, and ends at once when you revoke it.
        </p>
      </div>
      <DialogActions open={open} submit="Make link" busy={form.busy} />
    </Form>
  )
})

const ShareDialogBody = component$<{ readonly open: Signal<Sharing | null>; readonly subject: Sharing }>(
  ({ open, subject }) => {
    const createdLink = useSignal<CreatedShare | null>(null)
    return createdLink.value === null ? (
      <ShareForm open={open} subject={subject} made={createdLink} />
    ) : (
      <CreatedLink open={open} made={createdLink.value} />
    )
  }
)

const titleOf = ({ keys, prefix }: Sharing): string => {
  const [only] = keys
  if (keys.length > 1) return `Share ${keys.length} entries`
  return only === undefined
    ? "Ask for files"
    : `Share ${visible(keyOfEntry(only).slice(prefix.length)) || calledEntry(only)}`
}

export const ShareDialog = component$<{ readonly open: Signal<Sharing | null> }>(({ open }) => (
  <Dialog open={open} title={open.value === null ? "" : titleOf(open.value)}>
    {open.value !== null && <ShareDialogBody open={open} subject={open.value} />}
  </Dialog>
))
