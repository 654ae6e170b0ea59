import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import type { Row } from "~/client/contract"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ScrolledPage } from "~/components/ui/page-header"
import { NotRead } from "~/components/ui/states"
import { RotationRun } from "~/features/fleet/rotation/rotation-run"
import { BackToRuns, selectedRun, useRunAddress } from "~/features/platform/runs/run-address"
import type { ImportKind } from "~/features/accounts/storage-access/importable"
import { useTrail } from "~/lib/crumbs"
import { reload, useLoaded } from "~/lib/use-loaded"
import { Chooser } from "./chooser"

export type Endpoint = Row<"GET /api/admin/storage-endpoints">

const WORDS = {
  account: { title: "Bring in RGW accounts", noun: "RGW account", many: "RGW accounts", home: "/admin/accounts" },
  s3_user: { title: "Bring in RGW users", noun: "RGW user", many: "RGW users", home: "/admin/s3-users" }
} as const

export const BulkImportPage = component$<{ readonly kind: ImportKind }>(({ kind }) => {
  const texts = WORDS[kind]
  const address = useRunAddress()
  const trail = useTrail()
  const endpoint = useSignal("")
  const loaded = useLoaded<ReadonlyArray<Endpoint>>(
    $(async (signal: AbortSignal) => {
      const endpoints = (await call("GET /api/admin/storage-endpoints", { signal })).toSorted(
        (one, other) => Number(other.is_default) - Number(one.is_default)
      )
      return endpoints.filter(({ capabilities }) => capabilities[kind === "account" ? "account" : "admin"])
    })
  )
  useVisibleTask$(
    () => {
      trail.value = { path: `${texts.home}/bring-in`, label: "Bring in many" }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const all = track(() => loaded.value)
      if (all !== null && endpoint.value === "") endpoint.value = String(all[0]?.id ?? "")
    },
    { strategy: "document-ready" }
  )
  const run = selectedRun(address)
  return (
    <ScrolledPage title={texts.title}>
      {run !== null && <BackToRuns q:slot="actions" icon="download" label="Bring in more" address={address} />}
      <NavLink q:slot="actions" href={texts.home} class={run === null ? "btn btn-secondary" : "btn btn-primary"}>
        <Icon name="arrow-left" /> {texts.many}
      </NavLink>
      {run !== null && <RotationRun key={run} id={run} address={address} />}
      {run === null && (loaded.problem || loaded.value === null) && (
        <NotRead title="Storage endpoints could not be read" problem={loaded.problem} onRetry$={() => reload(loaded)} />
      )}
      {run === null && loaded.value?.length === 0 && (
        <p class="alert alert-warn">
          <Icon name="triangle-alert" />
          <span>
            No endpoint offers this.{" "}
            <NavLink href="/admin/storage-endpoints" class="link">
              Add one, or detect the features of one
            </NavLink>
            .
          </span>
        </p>
      )}
      {run === null && loaded.value !== null && loaded.value.length > 0 && (
        <div class="grid max-w-4xl gap-5">
          <p class="max-w-3xl text-ink-2">
            Choose what the gateway has and nobody has registered here. Each gets one further key on the gateway, which
            only this console holds; its own keys, buckets and objects stay as they are.
          </p>
          <label class="grid max-w-md gap-1">
            <span class="font-medium">Storage endpoint</span>
            <select
              class="input"
              name="storage_endpoint_id"
              onChange$={(_, select) => {
                endpoint.value = select.value
              }}
            >
              {loaded.value.map(({ id, name }) => (
                <option key={id} value={String(id)} selected={endpoint.value === String(id)}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {endpoint.value !== "" && (
            <Chooser
              key={endpoint.value}
              kind={kind}
              noun={texts.noun}
              many={texts.many}
              endpoint={endpoint.value}
              address={address}
            />
          )}
        </div>
      )}
    </ScrolledPage>
  )
})
