import { $, type Component, component$, useSignal } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import { Dialog, DialogActions } from "../ui/dialog"
import { Field } from "../ui/field"
import { Form, type FormValues, useForm } from "../ui/form"
import { type Action, carryOut, type Subject } from "./use-action"

interface ConfirmDialogProps<S extends Subject> {
  readonly action: Action<S, never>
  readonly id: string
  /** What is asked; with `named` the subject's name follows: `Delete` → `Delete game-assets`. */
  readonly title: string
  readonly named?: boolean
  readonly button: string
  /** The field of the subject that must be typed to go on; without it, pressing the button is enough. */
  readonly typed?: keyof S & string
  /** Nothing is destroyed: the button is the primary one. */
  readonly harmless?: boolean
  /** What will happen, to this subject. */
  readonly about: Component<{ readonly subject: S }>
}

const notTyped = (name: string) =>
  new ProblemError({ status: 422, code: "not_confirmed", title: "Not confirmed", detail: "", errors: [{ path: ["confirm_name"], message: `Type ${name} exactly.` }] })

type Frame = ConfirmDialogProps<Subject> & { readonly subject: Subject }

/** Made anew for each subject that somebody is asked about, and bound to it: what it says is what it does. */
const Asking = component$<Frame>(({ about: About, action, button, harmless, id, subject, typed }) => {
  const form = useForm(id)
  const about = useSignal(subject)
  const name = typed === undefined ? undefined : String(about.value[typed])
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (name !== undefined && values["confirm_name"] !== name) throw notTyped(name)
        await carryOut(action, about.value as never)
        action.asked.value = null
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <div class="text-ink-2"><About subject={about.value} /></div>
        {name !== undefined && <Field name="confirm_name" label={`Type “${name}” to confirm`} required mono autoFocus />}
      </div>
      <DialogActions open={action.asked} submit={button} busy={form.busy} danger={!harmless} />
    </Form>
  )
})

/**
 * Asks before something ends. It knows its subject from the moment it opened (`action.asked`) and from nowhere else: another
 * row that opens meanwhile changes neither what it says nor what it does. Inline: its content exists only while it is open.
 */
export const ConfirmDialog = <S extends Subject, A>(props: Omit<ConfirmDialogProps<S>, "action"> & { readonly action: Action<S, A> }) => {
  const subject = props.action.asked.value
  const frame = props as unknown as ConfirmDialogProps<Subject>
  return (
    <Dialog open={props.action.asked} title={subject !== null && props.named ? `${props.title} ${subject.name}` : props.title}>
      {subject !== null && <Asking key={String(subject.id)} {...frame} subject={subject} />}
    </Dialog>
  )
}
