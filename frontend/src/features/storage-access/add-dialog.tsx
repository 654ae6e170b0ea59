import { $, component$, type JSXChildren, type QRL, type Signal, Slot, useSignal } from "@builder.io/qwik"
import type { UserLinkInput } from "~/client/storage-access"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { CheckField } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { userOf, useSession } from "~/lib/session-context"
import { EndpointField } from "./endpoint-field"
import { ownLink } from "./own-link"

/** What every addition carries: the endpoint, and perhaps the link to oneself. */
export interface Placement {
  readonly storage_endpoint_id: number
  readonly user_links?: ReadonlyArray<UserLinkInput>
}

interface AddDialogProps {
  readonly id: string
  readonly open: Signal<boolean>
  readonly title: string
  readonly action: string
  readonly needs: "account" | "admin"
  readonly onAdd$: QRL<(values: FormValues, placement: Placement) => Promise<void>>
}

const AddForm = component$<AddDialogProps>(({ action, id, needs, onAdd$, open }) => {
  const form = useForm(id)
  const session = useSession()
  const loaded = useSignal(false)
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        await onAdd$(values, { storage_endpoint_id: Number(values["storage_endpoint_id"]), ...ownLink(values, userOf(session.value)?.id) })
        open.value = false
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <EndpointField needs={needs} loaded={loaded} />
        <Slot />
        <CheckField name="link_me" label="I manage it" checked hint="It appears among your contexts in Manager and Browser." />
      </div>
      <DialogActions open={open} submit={action} busy={form.busy || !loaded.value} />
    </Form>
  )
})

/** Adds an account or a user of a gateway: the endpoint, the fields of the content, and whether one manages it oneself. An inline component. */
export const AddDialog = ({ children, ...props }: AddDialogProps & { readonly children?: JSXChildren }) => (
  <Dialog open={props.open} title={props.title}>
    <AddForm {...props}>{children}</AddForm>
  </Dialog>
)
