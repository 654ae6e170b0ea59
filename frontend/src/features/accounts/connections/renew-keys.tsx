import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { EditDialog, type Editing } from "~/components/action"
import { CheckField, Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { type Connection, renewKeys } from "./connection"
import { newKeysInput } from "./connection-input"

const RenewFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <p class="text-ink-2">
      The new keys are tried at the gateway first. Those that it refuses are not kept, and the present ones stay.
    </p>
    <Field name="access_key" label="New access key" maxLength={256} required mono autoFocus />
    <Field name="secret_key" label="New secret key" type="password" autoComplete="new-password" required mono />
    <Field
      name="session_token"
      label="Session token"
      type="password"
      autoComplete="off"
      hint="Of temporary credentials."
      mono
    />
    <Field
      name="expires_at"
      label="They end at"
      type="datetime-local"
      hint="In your own time; empty for keys that stay."
    />
    <CheckField
      name="accept_denied"
      label="They may not list buckets"
      hint={
        "Keeps keys that the gateway answers AccessDenied: it does not say whether such keys are wrong, or right " +
        "and not allowed."
      }
    />
  </div>
))

interface RenewKeysProps {
  readonly open: Signal<Editing<Connection> | null>
  readonly after$: QRL<() => unknown>
}

export const RenewKeysDialog = component$<RenewKeysProps>(({ after$, open }) => (
  <EditDialog
    id="renew-keys"
    open={open}
    title="Renew keys"
    submit="Try and keep"
    busySubmit="Asking the gateway…"
    changes={{ title: "Renew the keys of", submit: "Try and keep" }}
    fields={RenewFields}
    save$={$((values: FormValues, row: Connection | undefined) => {
      if (row === undefined) throw new Error("There are no keys to renew")
      return renewKeys(row.ownership === "shared" ? "shared" : "own", row.id, newKeysInput(values, row))
    })}
    after$={after$}
    toast$={$(({ name }: Connection) => ({
      text: `The keys of ${name} are renewed`,
      detail: "They were tried at the gateway."
    }))}
  />
))
