import { $, component$ } from "@builder.io/qwik"
import { ProblemError } from "~/client/problem-error"
import { EditPage } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import type { FormValues } from "~/components/ui/form"
import { useNavigate } from "~/lib/route"
import { reload, useLoaded } from "~/lib/use-loaded"
import { Findings } from "./check-list"
import { LdapRowFields } from "./ldap-fields"
import { OidcRowFields } from "./oidc-fields"
import { doubtOfProvider, saveTyped, testTyped } from "./provider-calls"
import { ProviderFacts } from "./provider-facts"
import { listProviders, type ProviderRow, type ProviderType } from "./provider-row"
import { RemoveProvider } from "./remove-provider"

const HOME = { href: "/admin/identity/providers", label: "Identity providers" }
const KINDS = { oidc: "OpenID Connect provider", ldap: "LDAP directory" } as const
const COMPARES = {
  label: "Label",
  address: "Address",
  enabled: "Enabled",
  oidc: "Configuration",
  ldap: "Configuration"
} as const

const missing = () =>
  new ProblemError({ status: 404, code: "not_found", title: "Not found", detail: "There is no such provider." })

const readProvider = async (type: ProviderType, id: string, signal?: AbortSignal): Promise<ProviderRow> => {
  const listed = (await listProviders(signal)).find(({ key }) => key === `${type}/${id}`)
  if (listed === undefined) throw missing()
  return listed
}

const notificationOf = ({ enabled, label }: ProviderRow) =>
  enabled
    ? { text: `${label} is saved` }
    : {
        tone: "info" as const,
        text: `${label} is saved, switched off`,
        detail: "It is not offered on the sign-in page."
      }

export const NewProviderPage = component$<{ readonly type: ProviderType }>(({ type }) => {
  // not inline: the optimizer does not transform a `$` in an object literal of a JSX attribute
  const test = {
    label: "Test connection",
    busyLabel: "Trying…",
    icon: "plug",
    findings: Findings,
    try$: $((values: FormValues, row: ProviderRow | undefined) => testTyped(type, values, row))
  } as const
  return (
    <EditPage
      id={`${type}-provider`}
      kind="Identity provider"
      home={HOME}
      title={type === "oidc" ? "Add OpenID Connect provider" : "Add LDAP directory"}
      submit="Add provider"
      fields={type === "oidc" ? OidcRowFields : LdapRowFields}
      test={test}
      doubt$={$((values: FormValues, row: ProviderRow | undefined) => doubtOfProvider(type, values, row))}
      save$={$((values: FormValues, row: ProviderRow | undefined) => saveTyped(type, values, row))}
      toast$={$((saved: ProviderRow) => notificationOf(saved))}
      to$={$(({ key }: ProviderRow) => `/admin/identity/providers/${key}`)}
    />
  )
})

export const ProviderPage = component$<{ readonly type: ProviderType; readonly id: string }>(({ id, type }) => {
  const navigate = useNavigate()
  const loaded = useLoaded($((signal: AbortSignal) => readProvider(type, id, signal)))
  const test = {
    label: "Test connection",
    busyLabel: "Trying…",
    icon: "plug",
    findings: Findings,
    try$: $((values: FormValues, row: ProviderRow | undefined) => testTyped(type, values, row))
  } as const
  const row = loaded.value
  const fixed = row?.source === "environment"
  return (
    <EditPage
      id={`${type}-provider`}
      kind={KINDS[type]}
      home={HOME}
      loaded={loaded}
      named="label"
      fields={type === "oidc" ? OidcRowFields : LdapRowFields}
      {...(fixed
        ? { locked: "It comes from the service’s environment: whoever runs the service changes it there." }
        : {})}
      test={test}
      now$={$(({ id, type }: ProviderRow) => readProvider(type, id))}
      compares={COMPARES}
      doubt$={$((values: FormValues, before: ProviderRow | undefined) => doubtOfProvider(type, values, before))}
      save$={$((values: FormValues, before: ProviderRow | undefined) => saveTyped(type, values, before))}
      toast$={$((saved: ProviderRow) => notificationOf(saved))}
    >
      {row && (
        <section class="edit-section">
          <h2 class="mb-3 font-medium">As it is saved</h2>
          <ProviderFacts row={row} />
        </section>
      )}
      {row && !fixed && (
        <DangerZone
          title="Delete this provider"
          text="Whoever signs in with it is signed out, and cannot come back with it."
        >
          <RemoveProvider
            row={row}
            onGone$={$(() => navigate("/admin/identity/providers"))}
            onStale$={$(() => reload(loaded))}
          />
        </DangerZone>
      )}
    </EditPage>
  )
})
