import { $, component$, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { SortKey } from "~/client/contract"
import { ActionButton, type Subject, useAction } from "~/components/action"
import { advancedFilter, equalsRule } from "~/components/filters/advanced-filter"
import { type Asking, changed, Listing, noSuchRow, type OffsetQuery, useListing } from "~/components/listing"
import { WarningList } from "~/components/ui/warning-list"
import { ClusterUserPanel } from "~/features/accounts/directory/user-panel"
import { CreateEndpointUserDialog } from "~/features/accounts/directory/create-user-dialog"
import { USER_COLUMNS } from "~/features/accounts/directory/directory-columns"
import { USER_FILTERS, userFilterQuery } from "~/features/accounts/directory/directory-filters"
import { INCLUDED_DETAILS, userRow } from "~/features/accounts/directory/directory-row"
import { EndpointSelect } from "~/features/gateways/cluster-endpoint/endpoint-select"
import { useClusterEndpoint } from "~/features/gateways/cluster-endpoint/use-cluster-endpoint"
import { useScope } from "~/lib/scope"

type Sorts = SortKey<"GET /api/cluster-admin/endpoints/:endpoint_id/users">

export default component$(() => {
  const scope = useScope()
  const { id } = useClusterEndpoint()
  const warnings = useSignal<ReadonlyArray<string>>([])
  const creating = useSignal<object | null>(null)
  const users = useListing(USER_COLUMNS, {
    id: "cluster-users",
    title: "RGW users",
    noun: { one: "RGW user", many: "RGW users" },
    rowKey: "user_id",
    sort: "user_id",
    search: "Search all RGW users of the endpoint",
    filters: USER_FILTERS,
    remembered: true,
    begin: [{ intent: "create", label: "Create RGW user", icon: "user-plus", opens: creating }],
    page$: $(async (query: OffsetQuery<Sorts>, { filters, signal }: Asking<typeof USER_FILTERS>) => {
      const page = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/users", {
        query: { ...query, include: INCLUDED_DETAILS, advanced_filter: userFilterQuery(filters) },
        signal
      })
      warnings.value = page.warnings
      return { ...page, items: page.items.map(userRow) }
    }),
    one$: $(async (key, signal) => {
      const { items } = await callIn(scope, "GET /api/cluster-admin/endpoints/:endpoint_id/users", {
        query: { include: INCLUDED_DETAILS, advanced_filter: advancedFilter(equalsRule("user_id", key)) },
        signal
      })
      const row = items.map(userRow).find((one) => one.user_id === key)
      if (row === undefined) throw noSuchRow()
      return row
    }),
    empty: { icon: "users", title: "No RGW user yet", text: "This endpoint has no RGW user." }
  })
  const refresh = useAction({
    run$: $((subject: Subject) =>
      callIn({ endpointId: String(subject.id) }, "POST /api/cluster-admin/endpoints/:endpoint_id/users/refresh")
    ),
    after$: $(() => changed(users)),
    failed: "The listing was not refreshed"
  })
  return (
    <Listing listing={users} panel={ClusterUserPanel} ownRefresh>
      <div q:slot="header" class="contents">
        <EndpointSelect />
        <ActionButton
          action={refresh}
          on={{ id: id.value ?? "", name: "the RGW users" }}
          iconOnly
          label="Read the gateway again"
          icon="refresh-cw"
          disabled={id.value === null}
        />
      </div>
      <CreateEndpointUserDialog open={creating} listing={users} />
      <WarningList q:slot="above" warnings={warnings.value} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "RGW users" }
