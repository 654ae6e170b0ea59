import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, useForm } from "~/components/ui/form"
import { type CreatedKey, MadeKey } from "~/components/ui/made-key"
import { type OnceProps, useShownOnce } from "~/components/ui/shown-once"

interface NewKeyProps {
  readonly open: Signal<object | null>
  readonly name: string
  readonly create$: QRL<() => Promise<CreatedKey>>
  readonly onMade$: QRL<() => void>
}

const NewKey = component$<NewKeyProps & OnceProps>(({ create$, held, leaving, name, onMade$, open }) => {
  const form = useForm("new-key")
  const createdKey = useSignal<CreatedKey | null>(null)
  if (createdKey.value !== null) return <MadeKey open={open} made={createdKey.value} leaving={leaving} />
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        const key = await create$()
        held.value = true
        createdKey.value = key
        await onMade$()
      })}
    >
      <p class="px-5 py-4 text-ink-2">
        The gateway makes a key by which a program acts as {name}. Its secret is shown once.
      </p>
      <DialogActions open={open} submit="Create key" busy={form.busy} />
    </Form>
  )
})

export const NewKeyDialog = component$<NewKeyProps>(({ create$, name, onMade$, open }) => {
  const once = useShownOnce(open)
  return (
    <Dialog open={open} title={`Create a key of ${name}`} held={once.held} onHeld$={once.ask}>
      <NewKey open={open} name={name} create$={create$} onMade$={onMade$} held={once.held} leaving={once.leaving} />
    </Dialog>
  )
})
