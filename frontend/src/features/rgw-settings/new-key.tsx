import { $, component$, type QRL, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { CopyButton } from "~/components/ui/copy-button"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { LeaveOnce, type OnceProps, useShownOnce } from "~/components/ui/shown-once"
import type { Owner } from "./on-gateway"

type Made = Answer<"POST /api/admin/s3-users/:user_id/keys">

interface NewKeyProps {
  readonly open: Signal<object | null>
  readonly owner: Owner
  readonly onMade$: QRL<() => void>
}

const Half = (props: { readonly id: string; readonly label: string; readonly text: string }) => (
  <div>
    <p id={props.id} class="mb-1 font-medium">{props.label}</p>
    <p class="rounded-ctl bg-sunken px-3 py-2 font-mono text-xs break-all" aria-labelledby={props.id} data-testid={props.id}>{props.text}</p>
    <div class="mt-2"><CopyButton text={props.text} label={`Copy ${props.label.toLowerCase()}`} /></div>
  </div>
)

/** The one sight of a secret key. */
const MadeKey = component$<{ readonly open: Signal<object | null>; readonly made: Made; readonly leaving: Signal<boolean> }>(({ leaving, made, open }) => {
  const content = useSignal<HTMLElement>()
  // the form that had the keyboard is gone
  useVisibleTask$(() => content.value?.focus(), { strategy: "document-ready" })
  return (
    <>
      <div ref={content} class="grid gap-4 px-5 py-4 outline-none!" tabIndex={-1}>
        <p class="alert alert-warn" role="status"><Icon name="triangle-alert" /><span>Copy the secret key now. It is shown only this once.</span></p>
        <Half id="new-access-key" label="Access key" text={made.access_key} />
        <Half id="new-secret-key" label="Secret key" text={made.secret_key} />
      </div>
      {leaving.value ? <LeaveOnce open={open} leaving={leaving} text="Without a copy this key is of no use: its secret is not shown again." /> : (
        <footer class="flex justify-end border-t border-line px-5 py-3">
          <button type="button" class="btn btn-primary" onClick$={() => { open.value = null }}>I have copied it</button>
        </footer>
      )}
    </>
  )
})

const NewKey = component$<NewKeyProps & OnceProps>(({ held, leaving, onMade$, open, owner }) => {
  const form = useForm("new-key")
  const made = useSignal<Made | null>(null)
  if (made.value !== null) return <MadeKey open={open} made={made.value} leaving={leaving} />
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        const key = await call("POST /api/admin/s3-users/:user_id/keys", { params: { user_id: owner.id } })
        held.value = true
        made.value = key
        await onMade$()
      })}
    >
      <p class="px-5 py-4 text-ink-2">The gateway makes a key by which a program acts as {owner.name}. Its secret is shown once.</p>
      <DialogActions open={open} submit="Create key" busy={form.busy} />
    </Form>
  )
})

/** Makes a key of an RGW user and shows its secret once. */
export const NewKeyDialog = component$<NewKeyProps>(({ onMade$, open, owner }) => {
  const once = useShownOnce(open)
  return (
    <Dialog open={open} title={`Create a key of ${owner.name}`} held={once.held} onHeld$={once.ask}>
      <NewKey open={open} owner={owner} onMade$={onMade$} held={once.held} leaving={once.leaving} />
    </Dialog>
  )
})
