import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import type { BucketPlace } from "~/lib/bucket-place"
import { useOperations } from "~/lib/operations"
import { successToast, useToasts } from "~/lib/toasts"
import { visible } from "~/lib/visible"
import { bytes, counted } from "~/lib/format"
import { entryName } from "../listing/entries"
import { isFolderEntry, isFolderObject, keyOfEntry } from "../../transfers/entry-id"
import { copyPlanSummary, type CopyPlan } from "./plan-summary"
import { acceptedLosses, LossConsent } from "./loss-consent"
import { PreviewText } from "./preview-text"
import { usePreview } from "./previewing"
import { planRename, startRename } from "../uploads/transfer"

export interface Renaming {
  readonly place: BucketPlace
  readonly id: string
}

interface RenameDialogProps {
  readonly open: Signal<Renaming | null>
  readonly onRenamed$: QRL<(from: string, to: string) => void>
}

/** Start of the name in the key. An object with its folder's key has no name yet. */
const nameStart = (id: string): number =>
  isFolderObject(id) ? keyOfEntry(id).length : id.lastIndexOf("/", id.length - 2) + 1

const renamedTo = (from: string, name: string): string =>
  `${keyOfEntry(from).slice(0, nameStart(from))}${name}${isFolderEntry(from) ? "/" : ""}`

const RenameForm = component$<RenameDialogProps & { readonly subject: Renaming }>((props) => {
  const { onRenamed$, open } = props
  const form = useForm("rename")
  const operations = useOperations()
  const toasts = useToasts()
  // a copy: the signal may be empty when the form is sent
  const about = useSignal(props.subject)
  const { id } = about.value
  const slash = isFolderEntry(id) ? "/" : ""
  const fields = useSignal<HTMLElement>()
  const preview = usePreview<CopyPlan>(
    $((signal: AbortSignal) => {
      const wanted = fields.value?.querySelector("input")?.value ?? ""
      const { id: from, place } = about.value
      return wanted === "" || renamedTo(from, wanted) === keyOfEntry(from)
        ? null
        : planRename(place, from, renamedTo(from, wanted), signal)
    }),
    { form }
  )
  useVisibleTask$(
    () => {
      const input = fields.value?.querySelector("input")
      const ending = isFolderEntry(about.value.id) ? -1 : (input?.value.lastIndexOf(".") ?? -1)
      input?.setSelectionRange(0, ending > 0 ? ending : input.value.length)
    },
    { strategy: "document-ready" }
  )
  const { plan } = preview.state
  const name = keyOfEntry(id).slice(nameStart(id), id.length - slash.length)
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const { id: from, place } = about.value
        const to = renamedTo(from, values["to"] ?? "")
        const accepted = acceptedLosses(values, preview.state.plan)
        const plan = await preview.takePlan$()
        try {
          await startRename(operations, place, from, to, { ...plan.plan, ...accepted }, ({ isSuccess: well }) => {
            void onRenamed$(from, to)
            if (well)
              successToast(toasts, { text: `${visible(entryName(from))} is called ${visible(entryName(to))} now` })
          })
        } catch (cause) {
          void preview.readAfterConflict$(cause, plan)
          throw cause
        }
        open.value = null
      })}
    >
      <div ref={fields} class="grid min-w-0 gap-4 px-5 pt-4" onInput$={() => preview.readSoon$()}>
        <Field name="to" label="New name" value={name} required mono autoFocus autoComplete="off" />
        <p class="text-xs text-ink-3">
          {slash === ""
            ? "It is copied to its new name, verified, and deleted under the old one."
            : "All that is in it is copied to its new name, verified, and deleted under the old one."}{" "}
          In a bucket with versions, earlier versions stay under the old name.
        </p>
        <PreviewText
          testid="rename-plan"
          preview={preview}
          keys={plan?.objects ?? 0}
          summary={plan !== null && slash !== "" ? copyPlanSummary(plan, id) : null}
          result={
            plan === null
              ? ""
              : plan.existing > 0
                ? "The name is taken."
                : `${counted(plan.writes, "object")} to be renamed, ${bytes(plan.write_bytes)}`
          }
        />
      </div>
      <div class="px-5 py-4">
        <LossConsent plan={plan} />
      </div>
      <DialogActions open={open} busy={form.busy} submit={slash === "" ? "Rename object" : "Rename folder"} />
    </Form>
  )
})

export const RenameDialog = ({ onRenamed$, open }: RenameDialogProps) => {
  const subject = open.value
  return (
    <Dialog open={open} title={subject === null ? "Rename" : `Rename ${visible(entryName(subject.id))}`}>
      {subject !== null && <RenameForm open={open} subject={subject} onRenamed$={onRenamed$} />}
    </Dialog>
  )
}
