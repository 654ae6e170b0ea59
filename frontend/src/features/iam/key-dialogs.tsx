import { $, component$, type QRL, type Signal, useSignal } from "@builder.io/qwik"
import { call } from "~/client/call"
import { CopyAs } from "~/components/ui/copy-as"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, useForm } from "~/components/ui/form"
import { MadeKey, type CreatedKey } from "~/components/ui/made-key"
import { type OnceProps, useShownOnce } from "~/components/ui/shown-once"
import { commandOf } from "~/lib/command"
import { holderCommand } from "./commands"
import type { Holder } from "./entity"

interface NewKeyProps {
  readonly open: Signal<object | null>
  readonly holder: Holder
  readonly endpoint: string
  readonly touched$: QRL<() => unknown>
}

const NewKey = component$<NewKeyProps & OnceProps>(({ endpoint, held, holder, leaving, open, touched$ }) => {
  const form = useForm("iam-key")
  const createdKey = useSignal<CreatedKey | null>(null)
  if (createdKey.value !== null) return <MadeKey open={open} made={createdKey.value} leaving={leaving} />
  const place = { params: { user_name: holder.name }, query: { context_id: holder.contextId } }
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        const key = await call("POST /api/manager/iam/users/:user_name/keys", {
          params: { user_name: holder.name },
          query: { context_id: holder.contextId }
        })
        held.value = true
        createdKey.value = {
          access_key: key.access_key,
          secret_key: key.secret_key,
          ...(endpoint === "" ? {} : { endpoint })
        }
        await touched$()
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <p class="text-ink-2">
          The gateway makes a key by which a program acts as {holder.name}. Its secret is shown once.
        </p>
        <CopyAs
          commands={[
            ...holderCommand(endpoint, "create-access-key", holder),
            commandOf("POST /api/manager/iam/users/:user_name/keys", place)
          ]}
          about={`creates a key of ${holder.name}`}
        />
      </div>
      <DialogActions open={open} submit="Create key" busy={form.busy} />
    </Form>
  )
})

export const NewKeyDialog = component$<NewKeyProps>(({ endpoint, holder, open, touched$ }) => {
  const once = useShownOnce(open)
  return (
    <Dialog open={open} title={`Create a key of ${holder.name}`} held={once.held} onHeld$={once.ask}>
      <NewKey
        open={open}
        endpoint={endpoint}
        holder={holder}
        touched$={touched$}
        held={once.held}
        leaving={once.leaving}
      />
    </Dialog>
  )
})
