import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { EditDialog, type FieldsProps, useEditing } from "~/components/action"
import { CheckField } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { useLoaded } from "~/lib/use-loaded"
import { useMe } from "~/lib/use-me"

type PasskeySettings = Answer<"GET /api/admin/settings/authentication">

const requiredUsers = ({ require_passkey_for_admins, require_passkey_for_users }: PasskeySettings): string =>
  require_passkey_for_admins
    ? require_passkey_for_users
      ? "Everybody"
      : "Administrators"
    : require_passkey_for_users
      ? "Everybody but administrators"
      : "Nobody"

const PolicyFields = component$<FieldsProps<PasskeySettings>>(({ row }) => (
  <div class="grid gap-4 px-5 py-4">
    <CheckField
      name="require_passkey_for_admins"
      label="Administrators"
      checked={row?.require_passkey_for_admins}
      hint="They are asked for it again before they change people, providers or rights."
    />
    <CheckField
      name="require_passkey_for_users"
      label="Everybody else"
      checked={row?.require_passkey_for_users}
      hint="Whoever else signs in as a console user."
    />
    <p class="text-ink-2">
      It takes effect at the next sign-in: whoever must have a passkey and has none sets one up then. Whoever has one is
      asked for it in any case.
    </p>
  </div>
))

export const PasskeyPolicy = component$(() => {
  const me = useMe()
  const settings = useLoaded($((signal: AbortSignal) => call("GET /api/admin/settings/authentication", { signal })))
  const editing = useEditing<PasskeySettings>()
  const canChange = me.value?.role === "ui_superadmin"
  return (
    <section
      class="mx-5 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line px-3 py-2"
      aria-labelledby="passkey-policy"
    >
      <Icon name="fingerprint" class="text-ink-3" />
      <h2 id="passkey-policy" class="font-medium">
        Who must have a passkey
      </h2>
      <p class="min-w-32 flex-1 text-ink-2" data-testid="passkey-policy">
        {settings.problem ? (
          <span class="text-danger">{settings.problem.message}</span>
        ) : settings.value ? (
          requiredUsers(settings.value)
        ) : (
          <span class="skeleton inline-block h-3 w-24" />
        )}
        {me.value !== undefined && !canChange && (
          <span class="block text-xs text-ink-3">Only super administrators change this.</span>
        )}
      </p>
      <button
        type="button"
        class="btn btn-secondary btn-sm"
        disabled={!canChange || !settings.value}
        aria-label="Change who must have a passkey"
        onClick$={() => {
          if (settings.value) editing.value = { row: settings.value }
        }}
      >
        Change…
      </button>
      <EditDialog
        id="passkey-policy"
        open={editing}
        title="Who must have a passkey"
        submit="Save"
        changes={{ title: "Who must have a passkey", submit: "Save" }}
        fields={PolicyFields}
        save$={$((values: FormValues) =>
          call("PUT /api/admin/settings/authentication", {
            body: {
              require_passkey_for_admins: values["require_passkey_for_admins"] === "true",
              require_passkey_for_users: values["require_passkey_for_users"] === "true"
            }
          })
        )}
        after$={$((saved: PasskeySettings) => {
          settings.value = saved
        })}
        toast$={$(() => ({ text: "Who must have a passkey is saved", detail: "It takes effect at the next sign-in." }))}
      />
    </section>
  )
})
