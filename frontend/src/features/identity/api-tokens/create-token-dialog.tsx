import { $, component$, type QRL, type Signal, useSignal, useStore } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ProblemError } from "~/client/problem-error"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Field } from "~/components/ui/field"
import { type ShownOnceProps, useShownOnceGuard } from "~/components/ui/shown-once"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { useSession } from "~/lib/session-context"
import { exampleRequest } from "./example-request"
import { NewToken, type NewTokenValue } from "./new-token"
import { type SelectedScopes, ScopePicker } from "./scope-picker"

interface CreateTokenDialogProps {
  readonly open: Signal<object | null>
  readonly onCreated$: QRL<() => void>
}

const DAYS = { standard: 30, most: 90 } as const

const noScope = () =>
  new ProblemError({
    status: 422,
    code: "no_scope",
    title: "No scope",
    detail: "",
    errors: [{ path: ["scopes"], message: "Tick at least one." }]
  })

const CreateToken = component$<CreateTokenDialogProps & ShownOnceProps>(({ held, leaving, onCreated$, open }) => {
  const session = useSession()
  const form = useForm("api-token")
  const chosenScopes = useStore<SelectedScopes>({ list: [] }, { deep: false })
  const createdToken = useSignal<NewTokenValue | null>(null)
  if (createdToken.value !== null) return <NewToken open={open} made={createdToken.value} leaving={leaving} />
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        if (chosenScopes.list.length === 0) throw noScope()
        const created = await call("POST /api/auth/api-tokens", {
          body: {
            name: values["name"] ?? "",
            scopes: chosenScopes.list,
            ...(values["expires_in_days"] ? { expires_in_days: Number(values["expires_in_days"]) } : {})
          }
        })
        held.value = true
        createdToken.value = {
          name: created.name,
          token: created.token,
          example: await exampleRequest(created.token, created.scopes)
        }
        await onCreated$()
      })}
    >
      <div class="grid gap-4 px-5 py-4">
        <Field
          name="name"
          label="Name"
          hint="What it is for, e.g. the script or the machine that uses it."
          maxLength={100}
          required
          autoFocus
        />
        <Field
          name="expires_in_days"
          label="Days until it ends"
          type="number"
          value={String(DAYS.standard)}
          min={1}
          max={DAYS.most}
          hint={`1 to ${DAYS.most}.`}
          required
        />
        <ScopePicker workspaces={session.value?.workspaces ?? []} chosen={chosenScopes} />
      </div>
      <DialogActions open={open} submit="Create token" busy={form.busy} />
    </Form>
  )
})

export const CreateTokenDialog = component$<CreateTokenDialogProps>(({ onCreated$, open }) => {
  const once = useShownOnceGuard(open)
  return (
    <Dialog open={open} title="Create API token" held={once.held} onHeld$={once.ask}>
      <CreateToken open={open} onCreated$={onCreated$} held={once.held} leaving={once.leaving} />
    </Dialog>
  )
})
