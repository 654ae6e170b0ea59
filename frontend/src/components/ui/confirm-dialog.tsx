import { $, component$, type QRL, type Signal, Slot } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import { Dialog, DialogActions } from "./dialog"
import { Field } from "./field"
import { Form, type FormValues, useForm } from "./form"

interface ConfirmDialogProps {
  readonly id: string
  readonly open: Signal<boolean>
  readonly title: string
  readonly action: string
  /** What must be typed to go on; without it, pressing the button is enough. */
  readonly typed?: string
  /** Nothing is destroyed: the button is the primary one. */
  readonly harmless?: boolean
  readonly onConfirm$: QRL<() => Promise<void>>
}

/** Asks before something is destroyed. What will happen is the content; the name is typed where it cannot be undone. */
export const ConfirmDialog = component$<ConfirmDialogProps>(({ action, harmless, id, onConfirm$, open, title, typed }) => {
  const form = useForm(id)
  return (
    <Dialog open={open} title={title}>
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          if (typed !== undefined && values["confirm_name"] !== typed) {
            throw new ProblemError({ status: 422, code: "not_confirmed", title: "Not confirmed", detail: "", errors: [{ path: ["confirm_name"], message: `Type ${typed} exactly.` }] })
          }
          await onConfirm$()
          open.value = false
        })}
      >
        <div class="grid gap-4 px-5 py-4">
          <div class="text-ink-2"><Slot /></div>
          {typed !== undefined && <Field name="confirm_name" label={`Type “${typed}” to confirm`} required mono autoFocus />}
        </div>
        <DialogActions open={open} submit={action} busy={form.busy} danger={!harmless} />
      </Form>
    </Dialog>
  )
})
