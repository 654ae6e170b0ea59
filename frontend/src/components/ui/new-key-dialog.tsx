import { $, type Component, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import type { Command } from "~/lib/terminal"
import { CopyAs } from "./copy-as"
import { Dialog, DialogActions } from "./dialog"
import { Form, type FormValues, useForm } from "./form"
import { type CreatedKey, CreatedKeyView } from "./created-key"
import { RootKeyWarning } from "./root-key-warning"
import { type ShownOnceProps, useShownOnceGuard } from "./shown-once"

interface NewKeyProps {
  readonly open: Signal<object | null>
  readonly name?: string
  /** For an RGW user that is created together with its first key. */
  readonly title?: string
  readonly fields?: Component
  readonly commands?: ReadonlyArray<Command>
  readonly root?: boolean
  readonly create$: QRL<(values: FormValues) => Promise<CreatedKey>>
  readonly onMade$: QRL<(values: FormValues) => unknown>
}

const NewKey = component$<NewKeyProps & ShownOnceProps>(
  ({ commands = [], create$, fields: Fields, held, leaving, name, onMade$, open, root, title }) => {
    const form = useForm("new-key")
    const createdKey = useSignal<CreatedKey | null>(null)
    if (createdKey.value !== null)
      return <CreatedKeyView open={open} made={createdKey.value} leaving={leaving} root={root} />
    return (
      <Form
        state={form}
        onSubmit$={$(async (values: FormValues) => {
          const key = await create$(values)
          held.value = true
          createdKey.value = key
          await onMade$(values)
        })}
      >
        {Fields ? (
          <Fields />
        ) : (
          <div class="grid gap-4 px-5 py-4">
            <p class="text-ink-2">
              The gateway makes a key by which a program acts as {name}. Its secret is shown once.
            </p>
            {root && <RootKeyWarning />}
            <CopyAs commands={commands} about={`creates a key of ${name}`} />
          </div>
        )}
        <DialogActions open={open} submit={title ?? "Create key"} busy={form.busy || form.waiting} />
      </Form>
    )
  }
)

export const NewKeyDialog = component$<NewKeyProps>((props) => {
  const once = useShownOnceGuard(props.open)
  return (
    <Dialog
      open={props.open}
      title={props.title ?? (props.name === undefined ? "Create a key" : `Create a key of ${props.name}`)}
      held={once.held}
      onHeld$={once.ask}
    >
      <NewKey {...props} held={once.held} leaving={once.leaving} />
    </Dialog>
  )
})
