import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { CheckField, Field } from "~/components/ui/field"
import { Form, type FormValues, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { dateTime } from "~/lib/format"
import { toast, useToasts } from "~/lib/toasts"
import { useMe } from "~/lib/use-me"
import { RoleField } from "./role-field"
import { whyNotManage } from "./roles"
import type { User } from "./user"
import { userChanges } from "./user-changes"
import { waysIn } from "./ways-in"

interface UserDetailsProps {
  readonly user: User
  readonly onChanged$: QRL<() => void>
}

/** Who somebody is here, and the form that changes it. Only what was changed is sent. */
export const UserDetails = component$<UserDetailsProps>(({ onChanged$, user }) => {
  const form = useForm(`user-${user.id}`)
  const toasts = useToasts()
  const me = useMe()
  const refused = whyNotManage(me.value?.role, user.role)
  const own = me.value?.id === user.id
  return (
    <Form
      state={form}
      onSubmit$={$(async (values: FormValues) => {
        const changes = userChanges(user, values, me.value?.id === user.id)
        if (Object.keys(changes).length === 0) return toast(toasts, { tone: "info", text: "Nothing was changed" })
        const saved = await call("PUT /api/admin/users/:user_id", { params: { user_id: user.id }, body: changes })
        toast(toasts, { tone: "ok", text: `${saved.full_name} is saved` })
        await onChanged$()
      })}
    >
      {refused && <p class="alert mb-4"><Icon name="lock" /><span>{refused}</span></p>}
      <fieldset class="grid gap-4" disabled={refused !== ""}>
        <legend class="sr-only">Account of {user.full_name}</legend>
        <Field name="full_name" label="Full name" value={user.full_name} maxLength={200} required />
        <Field name="email" label="E-mail" type="email" value={user.email} maxLength={320} required />
        <fieldset class="grid gap-4" disabled={own}>
          <legend class="sr-only">Rights</legend>
          <RoleField value={user.role} actor={me.value?.role} />
          <CheckField name="is_active" label="Active" checked={user.is_active} hint="Somebody who is not active cannot sign in; nothing of theirs is deleted." />
        </fieldset>
        {own && <p class="text-xs text-ink-3">Your own role stays as it is, and so do you: ask another administrator.</p>}
        <p class="alert">
          <Icon name="info" />
          <span>
            Another e-mail, role or “Active” ends {own ? "your" : "this person’s"} sessions and API tokens. Another name does not.
          </span>
        </p>
        <button type="submit" class="btn btn-primary justify-self-start" disabled={form.busy || refused !== ""}>
          {form.busy && <Icon name="loader-circle" class="spin" />} Save changes
        </button>
      </fieldset>
      <dl class="facts mt-6 border-t border-line pt-4">
        <dt>Signs in with</dt><dd>{waysIn(user) || "Nothing yet: set a password, or link an identity"}</dd>
        <dt>Last sign-in</dt><dd>{user.last_login_at ? dateTime(user.last_login_at) : "Never"}</dd>
        <dt>Created</dt><dd>{dateTime(user.created_at)}</dd>
      </dl>
    </Form>
  )
})
