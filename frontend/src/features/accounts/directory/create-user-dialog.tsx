import { $, component$, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { isAbort, ProblemError } from "~/client/problem-error"
import { changed, type ListingState } from "~/components/listing"
import { ComboField } from "~/components/ui/combo-field"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import type { CreatedKey } from "~/components/ui/created-key"
import { MoreFields } from "~/components/ui/more-fields"
import { NewKeyDialog } from "~/components/ui/new-key-dialog"
import { addressOf } from "~/features/accounts/rgw-settings/user-keys"
import { NewUserFields } from "~/features/accounts/storage-access/new-user-fields"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import type { ComboOption } from "~/lib/match-options"
import { type LiveScope, useScope } from "~/lib/scope"

const textOf = (values: FormValues, field: string): string => values[field]?.trim() ?? ""

const userIdOf = (values: FormValues): string => {
  const tenant = textOf(values, "tenant")
  return tenant === "" ? textOf(values, "user_id") : `${tenant}$${textOf(values, "user_id")}`
}

/** RGW refuses other display names in an account by a mere InvalidArgument. */
const checkDisplayName = (name: string, accountId: string): void => {
  if (accountId === "" || /^[\w+=,.@-]{1,64}$/.test(name)) return
  throw new ProblemError({
    status: 422,
    code: "validation_failed",
    title: "Display name",
    detail: "",
    errors: [
      { path: ["display_name"], message: "In an RGW account: up to 64 letters, digits and _+=,.@- without spaces." }
    ]
  })
}

const accountOptions = async (scope: LiveScope, text: string, signal: AbortSignal) => {
  const sought = text.trim()
  const rules = ["account_id", "name"].map((field) => ({ field, op: "contains", value: sought }))
  const { items } = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/accounts", {
    query: {
      page_size: 50,
      include: "profile",
      advanced_filter: sought === "" ? null : JSON.stringify({ match: "any", rules })
    },
    signal
  })
  return items.map(
    ({ account_id, profile }): ComboOption => ({ value: account_id, label: account_id, hint: profile?.name ?? "" })
  )
}

const AccountField = component$(() => {
  const scope = useScope()
  const text = useSignal("")
  const options = useSignal<ReadonlyArray<ComboOption>>([])
  useVisibleTask$(
    ({ cleanup, track }) => {
      const sought = track(() => text.value)
      const asked = new AbortController()
      const wait = setTimeout(
        async () => {
          try {
            options.value = await accountOptions(scope, sought, asked.signal)
          } catch (cause) {
            // suggestions only: an id can be typed
            if (!isAbort(cause)) options.value = []
          }
        },
        sought === "" ? 0 : 250
      )
      cleanup(() => {
        clearTimeout(wait)
        asked.abort()
      })
    },
    { strategy: "document-ready" }
  )
  return (
    <ComboField
      name="account_id"
      label="RGW account"
      options={options.value}
      mono
      maxLength={100}
      placeholder="Search by id or name"
      hint="It becomes a root user of the RGW account. None: it owns its buckets itself."
      onText$={$((typed: string) => {
        text.value = typed
      })}
    />
  )
})

const UserFields = component$(() => (
  <div class="grid gap-4 px-5 py-4">
    <NewUserFields uidField="user_id" nameField="display_name" />
    <MoreFields label="Tenant and RGW account" names={["tenant", "account_id"]}>
      <Field
        name="tenant"
        label="Tenant"
        pattern="[A-Za-z0-9_]{1,50}"
        patternHint="Up to 50 letters, digits and underscores."
        hint="A namespace of uids and bucket names. It cannot be changed later."
        mono
      />
      <AccountField />
    </MoreFields>
    <p class="text-xs text-ink-3">The gateway makes its first access key. The secret is shown once.</p>
  </div>
))

interface DialogProps {
  readonly open: Signal<object | null>
  readonly listing: ListingState
}

export const CreateEndpointUserDialog = component$<DialogProps>(({ listing, open }) => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  return (
    <NewKeyDialog
      open={open}
      title="Create RGW user"
      fields={UserFields}
      create$={$(async (values: FormValues): Promise<CreatedKey> => {
        const [user_id, email] = [userIdOf(values), textOf(values, "email")]
        const [display_name, account_id] = [textOf(values, "display_name"), textOf(values, "account_id")]
        checkDisplayName(display_name, account_id)
        // Read first: a failure afterwards would lose the secret.
        const address = await addressOf({ id: 0, gateway: { endpoint_id: Number(id.value), external_id: user_id } })
        const { key } = await callIn(scope, "POST /api/cluster-admin/endpoints/:endpoint_id/users", {
          body: {
            user_id,
            display_name,
            ...(email === "" ? {} : { email }),
            ...(account_id === "" ? {} : { account_id })
          }
        })
        return { ...key, ...address }
      })}
      onMade$={$((values: FormValues) => changed(listing, userIdOf(values)))}
    />
  )
})
