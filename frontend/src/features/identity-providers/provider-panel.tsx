import { $, component$, type NoSerialize, noSerialize, useSignal } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, type Subject, useAction, useEditing } from "~/components/action"
import { changed, openRow, type PanelProps } from "~/components/listing"
import { Icon } from "~/components/ui/icon"
import { Panel } from "~/components/ui/panel"
import { counted } from "~/lib/format"
import { Findings } from "./check-list"
import { LdapDialog } from "./ldap-dialog"
import { OidcDialog } from "./oidc-dialog"
import { ProviderFacts } from "./provider-facts"
import { deleteProvider, type LdapProvider, listProviders, type OidcProvider, type ProviderRow, type TestReport, testSaved, TYPES } from "./provider-row"

/** A provider as one is asked about it: ids alone are unique within a type only. */
interface Doomed extends Subject {
  readonly type: ProviderRow["type"]
  readonly provider: string
  readonly identity_count: number
}

const asDoomed = ({ id, identity_count, key, label, type }: ProviderRow): Doomed => ({ id: key, name: label, type, provider: id, identity_count })

const DeleteText = component$<{ readonly subject: Doomed }>(({ subject }) => (
  <p>
    {subject.identity_count === 0
      ? "Nobody signs in with it."
      : `${counted(subject.identity_count, "identity gets", "identities get")} revoked, and the sessions and API tokens of their users end at once.`}
    {" "}A provider that is made with this id later starts without them.
  </p>
))

export const ProviderPanel = component$<PanelProps<ProviderRow>>(({ listing, row }) => {
  const report = useSignal<NoSerialize<TestReport>>()
  const editingOidc = useEditing<OidcProvider>()
  const editingLdap = useEditing<LdapProvider>()
  const test = useAction({
    run$: $(async () => { report.value = undefined; report.value = noSerialize(await testSaved(row)) })
  })
  const remove = useAction({
    run$: $(({ name, provider, type }: Doomed) => deleteProvider({ type, id: provider }, name)),
    done: "is deleted",
    after$: $(() => changed(listing, "")),
    again$: $(async ({ id }: Doomed) => {
      changed(listing)
      const now = (await listProviders()).find(({ key }) => key === id)
      return now === undefined ? null : asDoomed(now)
    })
  })
  const subject = asDoomed(row)
  const fixed = row.source === "environment"
  return (
    <Panel kind={TYPES[row.type]} title={row.label} onClose$={$(() => openRow(listing, ""))}>
      {fixed && <p class="alert mb-4"><Icon name="lock" /><span>It comes from the service’s environment: whoever runs the service changes it there.</span></p>}
      <ProviderFacts row={row} />
      <div aria-live="polite" class="mt-4 empty:hidden">
        {test.state.problem && <p class="alert alert-danger"><Icon name="circle-alert" /><span>{test.state.problem.message}</span></p>}
        {report.value && <Findings found={report.value} />}
      </div>
      <div q:slot="actions" class="contents">
        {!fixed && (
          <button
            type="button"
            class="btn btn-secondary flex-1"
            onClick$={() => {
              if (row.oidc) editingOidc.value = { row: row.oidc, name: row.label }
              if (row.ldap) editingLdap.value = { row: row.ldap, name: row.label }
            }}
          >
            <Icon name="pencil" /> Change
          </button>
        )}
        <ActionButton action={test} on={subject} inPlace label="Test connection" busyLabel="Trying…" icon="plug" class="btn-secondary flex-1" />
        {!fixed && <ActionButton action={remove} on={subject} asks iconOnly label={`Delete ${row.label}`} icon="trash-2" class="btn-secondary text-danger" />}
        <OidcDialog open={editingOidc} listing={listing} />
        <LdapDialog open={editingLdap} listing={listing} />
        <ConfirmDialog action={remove} id="delete-provider" title="Delete" named button="Delete provider" typed="name" about={DeleteText} />
      </div>
    </Panel>
  )
})
