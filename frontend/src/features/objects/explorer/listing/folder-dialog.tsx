import { type Component, component$, type Signal, useSignal } from "@builder.io/qwik"
import { Dialog } from "~/components/ui/dialog"
import { type FormState, useForm } from "~/components/ui/form"
import type { FolderSubject } from "./folder-subject"

export interface FolderFormProps {
  readonly open: Signal<FolderSubject | null>
  readonly subject: FolderSubject
  readonly changed: Signal<number>
}

/** Keeps the subject of the dialog's opening: the signal may change while it is open. */
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
