import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { ActionButton, type Subject, useAction, useEditing } from "~/components/action"
import { advancedFilter, equalsRule } from "~/components/filters/advanced-filter"
import { type Asking, changed, Listing, noSuchRow, type OffsetQuery, useListing } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { WarningList } from "~/components/ui/warning-list"
import { ClusterAccountPanel } from "~/features/accounts/directory/account-panel"
import { CreateEndpointAccountDialog } from "~/features/accounts/directory/create-account-dialog"
import { ACCOUNT_COLUMNS } from "~/features/accounts/directory/directory-columns"
import { ACCOUNT_FILTERS, accountFilterQuery } from "~/features/accounts/directory/directory-filters"
import { accountRow, INCLUDED_DETAILS } from "~/features/accounts/directory/directory-row"
import { CopyCheckDialog } from "~/features/fleet/copychecks/copy-check-dialog"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { useScope } from "~/lib/scope"

type Sorts = SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/accounts">

export default component$(() => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const warnings = useSignal<ReadonlyArray<string>>([])
  const creating = useEditing<object>()
  const accounts = useListing(ACCOUNT_COLUMNS, {
    id: "cluster-accounts",
    title: "RGW accounts",
    noun: { one: "RGW account", many: "RGW accounts" },
    rowKey: "account_id",
    sort: "account_id",
    search: "Search all RGW accounts of the endpoint",
    filters: ACCOUNT_FILTERS,
    remembered: true,
    begin: [{ intent: "create", label: "Create RGW account", icon: "plus", opens: creating }],
    page$: $(async (query: OffsetQuery<Sorts>, { filters, signal }: Asking<typeof ACCOUNT_FILTERS>) => {
      const page = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/accounts", {
        query: { ...query, include: INCLUDED_DETAILS, advanced_filter: accountFilterQuery(filters) },
        signal
      })
      warnings.value = page.warnings
      return { ...page, items: page.items.map(accountRow) }
    }),
    one$: $(async (key, signal) => {
      const { items } = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/accounts", {
        query: { include: INCLUDED_DETAILS, advanced_filter: advancedFilter(equalsRule("account_id", key)) },
        signal
      })
      const row = items.map(accountRow).find((one) => one.account_id === key)
      if (row === undefined) throw noSuchRow()
      return row
    }),
    empty: { icon: "users", title: "No RGW account yet", text: "This endpoint has no RGW account." }
  })
  const refresh = useAction({
    run$: $((subject: Subject) =>
      callIn({ endpointId: String(subject.id) }, "POST /api/cluster-admin/endpoints/:endpoint_id/accounts/refresh")
    ),
    after$: $(() => changed(accounts)),
    failed: "The listing was not refreshed"
  })
  const copyCheck = useSignal<{ readonly endpointId: string } | null>(null)
  return (
    <Listing listing={accounts} panel={ClusterAccountPanel} ownRefresh>
      <div q:slot="header" class="contents">
        <EndpointSelect />
        <button
          type="button"
          class="btn btn-secondary begin-minor"
          disabled={id.value === null}
          onClick$={() => {
            if (id.value !== null) copyCheck.value = { endpointId: id.value }
          }}
        >
          <Icon name="shield-check" /> <span class="begin-label truncate">Check copies…</span>
        </button>
        <ActionButton
          action={refresh}
          on={{ id: id.value ?? "", name: "the RGW accounts" }}
          iconOnly
          label="Read the gateway again"
          icon="refresh-cw"
          disabled={id.value === null}
        />
      </div>
      <CopyCheckDialog open={copyCheck} />
      <CreateEndpointAccountDialog open={creating} listing={accounts} />
      <WarningList q:slot="above" warnings={warnings.value} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "RGW accounts" }
