import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { EditPage, type FieldsProps } from "~/components/action"
import { DangerZone } from "~/components/ui/danger-zone"
import { Field } from "~/components/ui/field"
import type { FormValues } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { validTab, Tabs } from "~/components/ui/tabs"
import { AccountPanel, UserPanel } from "~/features/accounts/rgw-settings/gateway-panel"
import { DRIFT_KINDS } from "~/features/fleet/drift/drift"
import { DriftSection } from "~/features/fleet/drift/drift-section"
import { linkedGroups, linkedPeople, targetChanges } from "~/features/identity/rights/linked"
import { LinksField } from "~/features/identity/rights/links-field"
import { dateTime } from "~/lib/format"
import { useNavigate } from "~/lib/route"
import { useAddressTab } from "~/lib/use-address-tab"
import { type Loaded, reload, useLoaded } from "~/lib/use-loaded"
import type { Account, S3User } from "./cells"
import { AccountPortalSettings } from "./portal-settings"
import { Unregister } from "./unregister"

const ACCOUNTS = { href: "/admin/accounts", label: "RGW accounts" }
const USERS = { href: "/admin/s3-users", label: "RGW users" }
const LOCAL_TAB = { id: "access", label: "Overview and access" }
const TABS = {
  "RGW account": [
    LOCAL_TAB,
    { id: "gateway", label: "On the gateway" },
    { id: "quotas", label: "Quotas and limits" },
    { id: "portal", label: "Portal" }
  ],
  "RGW user": [
    LOCAL_TAB,
    { id: "gateway", label: "On the gateway" },
    { id: "keys", label: "Keys" },
    { id: "quotas", label: "Quotas" },
    { id: "capabilities", label: "Capabilities" },
    { id: "rate-limits", label: "Rate limits" }
  ]
} as const
const COMPARES = { name: "Name", user_links: "People", group_links: "Groups" } as const

const AccessFields = component$<FieldsProps<Account | S3User>>(({ row }) => (
  <div role="tabpanel" id="access-tabs-panel" aria-labelledby="access-tabs-access">
    <div class="grid max-w-md gap-4">
      <Field
        name="name"
        label="Name"
        value={row?.name}
        maxLength={200}
        hint="What it is called here. The gateway keeps its own name."
        required
      />
    </div>
    <section class="edit-section grid gap-4">
      <h2 class="text-base font-semibold">Who may act as it</h2>
      <LinksField
        name="user_links"
        label="People"
        kind="user"
        one="console user"
        many="console users"
        asks="roles"
        start={linkedPeople(row)}
        none="Nobody yet."
      />
      <LinksField
        name="group_links"
        label="Groups"
        kind="group"
        one="group"
        many="groups"
        asks="roles"
        start={linkedGroups(row)}
        none="No group yet."
      />
    </section>
  </div>
))

interface AccessPageProps {
  readonly kind: "RGW account" | "RGW user"
  readonly home: typeof ACCOUNTS
  readonly loaded: Loaded<Account | S3User>
}

const AccessPage = component$<AccessPageProps>(({ home, kind, loaded }) => {
  const navigate = useNavigate()
  const row = loaded.value
  const tab = useAddressTab()
  const tabs = TABS[kind]
  const currentTab = validTab(tabs, tab.value)
  const elsewhere = currentTab !== LOCAL_TAB.id
  const Panel = kind === "RGW account" ? AccountPanel : UserPanel
  return (
    <EditPage
      id="access"
      kind={kind}
      home={home}
      loaded={loaded}
      named="name"
      fields={AccessFields}
      elsewhere={elsewhere}
      show$={$(() => {
        tab.value = ""
      })}
      now$={$(
        (before: Account | S3User): Promise<Account | S3User> =>
          "rgw_account_id" in before
            ? call("GET /api/admin/accounts/:id", { params: { id: before.id } })
            : call("GET /api/admin/s3-users/:id", { params: { id: before.id } })
      )}
      compares={COMPARES}
      save$={$((values: FormValues, before: Account | S3User | undefined): Promise<Account | S3User> => {
        const request = {
          params: { id: before?.id ?? 0 },
          body: {
            name: values["name"] ?? "",
            ...targetChanges(values, before),
            ...(before === undefined ? {} : { version: before.version })
          }
        }
        return before !== undefined && "rgw_account_id" in before
          ? call("PUT /api/admin/accounts/:id", request)
          : call("PUT /api/admin/s3-users/:id", request)
      })}
      toast$={$(({ name }: Account | S3User) => ({ text: `${name} is saved` }))}
    >
      {row && (
        <div q:slot="above" class="mb-5 border-b border-line">
          <Tabs id="access-tabs" label={`About ${row.name}`} tabs={tabs} current={tab} />
        </div>
      )}
      {row && !elsewhere && row.drift.length > 0 && (
        <p q:slot="above" class="alert alert-warn mb-5" role="status" data-testid="differs-above">
          <Icon name="triangle-alert" />
          <span>
            Differs from its gateway: {row.drift.map(({ kind }) => DRIFT_KINDS[kind].text.toLowerCase()).join(", ")}.{" "}
            <button
              type="button"
              class="link"
              onClick$={() => {
                const title = document.getElementById("drift-title")
                title?.scrollIntoView({ block: "start" })
                title?.focus({ preventScroll: true })
              }}
            >
              See what differs
            </button>
          </span>
        </p>
      )}
      {row && elsewhere && (
        <div role="tabpanel" id="access-tabs-panel" aria-labelledby={`access-tabs-${currentTab}`}>
          {currentTab === "portal" ? (
            <AccountPortalSettings
              accountId={row.id}
              onSaved$={$((version: number) => {
                if (loaded.value !== null) loaded.value = { ...loaded.value, version }
              })}
            />
          ) : (
            <Panel
              owner={{ kind: kind === "RGW account" ? "account" : "user", id: row.id, name: row.name }}
              uid={row.rgw_user_uid}
              tab={currentTab}
            />
          )}
        </div>
      )}
      {row && !elsewhere && (
        <section class="edit-section">
          <h2 class="mb-3 text-base font-semibold">Where it is</h2>
          <dl class="facts">
            {"rgw_account_id" in row && (
              <>
                <dt>RGW account id</dt>
                <dd class="font-mono text-xs break-all">{row.rgw_account_id}</dd>
              </>
            )}
            <dt>{"rgw_account_id" in row ? "Root user" : "Uid"}</dt>
            <dd class="font-mono text-xs break-all">{row.rgw_user_uid}</dd>
            <dt>Endpoint</dt>
            <dd>
              {row.storage_endpoint_name}
              <span class="block font-mono text-xs break-all text-ink-3">{row.storage_endpoint_url}</span>
            </dd>
            <dt>Context</dt>
            <dd class="font-mono text-xs">{"rgw_account_id" in row ? row.id : `s3u-${row.id}`}</dd>
            <dt>Registered</dt>
            <dd>{dateTime(row.created_at)}</dd>
          </dl>
        </section>
      )}
      {row && !elsewhere && <DriftSection row={row} onChange$={$(() => reload(loaded))} />}
      {row && !elsewhere && (
        <DangerZone
          title={`Unregister this ${kind}`}
          text="It stays on the gateway with all its buckets; nobody can act as it here any more."
        >
          <Unregister row={row} onGone$={$(() => navigate(home.href))} onStale$={$(() => reload(loaded))} />
        </DangerZone>
      )}
    </EditPage>
  )
})

export const AccountPage = component$<{ readonly id: string }>(({ id }) => {
  const loaded = useLoaded<Account | S3User>(
    $((signal: AbortSignal) => call("GET /api/admin/accounts/:id", { params: { id: Number(id) }, signal }))
  )
  return <AccessPage kind="RGW account" home={ACCOUNTS} loaded={loaded} />
})

export const S3UserPage = component$<{ readonly id: string }>(({ id }) => {
  const loaded = useLoaded<Account | S3User>(
    $((signal: AbortSignal) => call("GET /api/admin/s3-users/:id", { params: { id: Number(id) }, signal }))
  )
  return <AccessPage kind="RGW user" home={USERS} loaded={loaded} />
})
