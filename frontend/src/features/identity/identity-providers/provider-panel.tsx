import { $, component$, type NoSerialize, noSerialize, useSignal } from "@builder.io/qwik"
import { ActionButton, useAction } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { int } from "~/lib/format"
import { EnabledCell, PolicyCell } from "./cells"
import { Findings } from "./check-list"
import { type ProviderRow, type TestReport, testSaved, PROVIDER_TYPES } from "./provider-row"
import { RemoveProvider } from "./remove-provider"

export const ProviderPanel = component$<PanelProps<ProviderRow>>(({ listing, row }) => {
  const report = useSignal<NoSerialize<TestReport>>()
  const test = useAction({
    run$: $(async () => {
      report.value = undefined
      report.value = noSerialize(await testSaved(row))
    })
  })
  const fixed = row.source === "environment"
  return (
    <Panel kind={PROVIDER_TYPES[row.type]} title={row.label} onClose$={$(() => openRow(listing, ""))}>
      {fixed && (
        <p class="alert mb-4">
          <Icon name="lock" />
          <span>It comes from the service’s environment: whoever runs the service changes it there.</span>
        </p>
      )}
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <EnabledCell row={row} />
        </dd>
        <dt>Id</dt>
        <dd class="font-mono text-xs break-all">{row.id}</dd>
        <dt>{row.oidc ? "Issuer" : "Address"}</dt>
        <dd class="font-mono text-xs break-all">{row.address}</dd>
        {row.oidc && (
          <>
            <dt>Client id</dt>
            <dd class="font-mono text-xs break-all">{row.oidc.config.client_id}</dd>
          </>
        )}
        <dt>Linking</dt>
        <dd>
          <PolicyCell row={row} />
        </dd>
        <dt>Identities</dt>
        <dd class="num">{int(row.identity_count)}</dd>
      </dl>
      <div aria-live="polite" class="mt-4 empty:hidden">
        {test.state.problem && (
          <p class="alert alert-danger">
            <Icon name="circle-alert" />
            <span>{test.state.problem.message}</span>
          </p>
        )}
        {report.value && <Findings found={report.value} />}
      </div>
      <div q:slot="actions" class="contents">
        <NavLink href={`/admin/identity/providers/${row.key}`} class="btn btn-primary flex-1">
          <Icon name="pencil" /> Open
        </NavLink>
        <ActionButton
          action={test}
          on={{ id: row.key, name: row.label }}
          inPlace
          label="Test connection"
          busyLabel="Trying…"
          icon="plug"
          class="btn-secondary flex-1"
        />
        {!fixed && (
          <RemoveProvider
            row={row}
            iconOnly
            onGone$={$(() => changed(listing, ""))}
            onStale$={$(() => changed(listing))}
          />
        )}
      </div>
    </Panel>
  )
})
