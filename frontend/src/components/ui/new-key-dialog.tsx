import { $, type Component, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { Dialog, DialogActions } from "./dialog"
import { Form, type FormValues, useForm } from "./form"
import { type CreatedKey, MadeKey } from "./made-key"
import { type OnceProps, useShownOnce } from "./shown-once"

interface NewKeyProps {
  readonly open: Signal<object | null>
  /** Owner of the key, in the title. */
  readonly name?: string
  /** Fields of the form, or other text than the usual. */
  readonly fields?: Component
  readonly create$: QRL<(values: FormValues) => Promise<CreatedKey>>
  readonly onMade$: QRL<() => unknown>
}

const NewKey = component$<NewKeyProps & OnceProps>(
  ({ create$, fields: Fields, held, leaving, name, onMade$, open }) => {
    const form = useForm("new-key")
    const createdKey = useSignal<CreatedKey | null>(null)
    if (createdKey.value !== null) return <MadeKey open={open} made={createdKey.value} leaving={leaving} />
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const key = await create$(values)
          held.value = true
          createdKey.value = key
          await onMade$()
        })}
      >
        {Fields ? (
          <Fields />
        ) : (
          <p class="px-5 py-4 text-ink-2">
            The gateway makes a key by which a program acts as {name}. Its secret is shown once.
          </p>
        )}
        <DialogActions open={open} submit="Create key" busy={form.busy || form.waiting} />
      </Form>
    )
  }
)

/** Creates an access key and shows its secret once. */
export const NewKeyDialog = component$<NewKeyProps>((props) => {
  const once = useShownOnce(props.open)
  return (
    <Dialog
      open={props.open}
      title={props.name === undefined ? "Create a key" : `Create a key of ${props.name}`}
      held={once.held}
      onHeld$={once.ask}
    >
      <NewKey {...props} held={once.held} leaving={once.leaving} />
    </Dialog>
  )
})
