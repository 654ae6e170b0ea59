import { type Component, component$, type Signal, useSignal } from "@builder.io/qwik"
import { Dialog } from "~/components/ui/dialog"
import { type FormState, useForm } from "~/components/ui/form"
import type { FolderSubject } from "./folder-subject"

export interface FolderFormProps {
  readonly open: Signal<FolderSubject | null>
  readonly subject: FolderSubject
  /** Counts up when a run has changed something. */
  readonly changed: Signal<number>
}

/**
 * The form of a dialog about a folder, and the subject that it was opened for: it is about no other, whatever is asked
 * about by then.
 */
export const useFolderForm = (
  name: string,
  { subject }: FolderFormProps
): { readonly form: FormState; readonly taken: Signal<FolderSubject> } => {
  const form = useForm(name)
  const taken = useSignal(subject)
  return { form, taken }
}

export type FolderDialogProps = Pick<FolderFormProps, "open" | "changed">

interface DialogProps extends FolderDialogProps {
  readonly title: string
  readonly form: Component<FolderFormProps>
}

/** Asks about something that is done to a folder with all that is below it, or to chosen entries. */
export const FolderDialog = component$<DialogProps>(({ changed, form: Asking, open, title }) => {
  const subject = open.value
  return (
    <Dialog open={open} title={title} wide>
      {subject !== null && (
        <Asking
          key={[subject.place.bucket, ...subject.prefixes, ...subject.keys].join("\n")}
          open={open}
          subject={subject}
          changed={changed}
        />
      )}
    </Dialog>
  )
})
