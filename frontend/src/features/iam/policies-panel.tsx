import { $, component$, type QRL, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { commandIn } from "~/lib/command"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { successToast, useToasts } from "~/lib/toasts"
import { reload, useLoaded } from "~/lib/use-loaded"
import { holderCommand } from "./commands"
import { atHolder, type Details, type Holder } from "./entity"
import { inlinePolicyHref, openHref } from "./iam-href"
import { PanelPart } from "./part"
import { PickDialog } from "./pick-dialog"

interface PolicySubject {
  readonly id: string
  readonly name: string
  readonly holder: Holder
}

const DetachText = component$<{ readonly subject: PolicySubject }>(({ subject: { holder, id } }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid gap-3">
      <p>What only this policy allows, {holder.name} may not do any more. The policy itself stays.</p>
      <CopyAs
        commands={[
          ...holderCommand(contexts.current?.endpoint_url ?? "", "detach-%-policy", holder, [["policy-arn", id]]),
          commandIn(holder, "DELETE /api/manager/iam/:entity/:name/policies", {
            params: { entity: holder.kind, name: holder.name },
            query: { policy_arn: id }
          })
        ]}
        about={`detaches ${id}`}
      />
    </div>
  )
})

const DeleteText = component$<{ readonly subject: PolicySubject }>(({ subject: { holder, id } }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid gap-3">
      <p>The document of this inline policy of {holder.name} goes with it, and what only it allows or denies.</p>
      <CopyAs
        commands={[
          ...holderCommand(contexts.current?.endpoint_url ?? "", "delete-%-policy", holder, [["policy-name", id]]),
          commandIn(holder, "DELETE /api/manager/iam/:entity/:name/inline-policies/:policy_name", {
            params: { entity: holder.kind, name: holder.name, policy_name: id },
            query: { confirm_name: id }
          })
        ]}
        about={`deletes ${id}`}
      />
    </div>
  )
})

export const formatted = (document: string): string => {
  try {
    return JSON.stringify(JSON.parse(document), null, 2)
  } catch {
    // the stored document is not JSON: show it unchanged
    return document
  }
}

interface PoliciesProps {
  readonly holder: Holder
  readonly attached: Details["attached"]
  readonly touched$: QRL<() => unknown>
}

export const PoliciesPanel = component$<PoliciesProps>(({ attached, holder, touched$ }) => {
  const toasts = useToasts()
  const attaching = useSignal<object | null>(null)
  const inline = useLoaded(
    $((signal: AbortSignal) =>
      callIn(holder, "GET /api/manager/iam/:entity/:name/inline-policies", { ...atHolder(holder), signal })
    )
  )
  const detach = useAction({
    run$: $(({ holder, id }: PolicySubject) =>
      callIn(holder, "DELETE /api/manager/iam/:entity/:name/policies", {
        params: { entity: holder.kind, name: holder.name },
        query: { policy_arn: id }
      })
    ),
    after$: touched$,
    toast$: $((_: unknown, { holder, name }: PolicySubject) => ({ text: `${name} is detached from ${holder.name}` }))
  })
  const remove = useAction({
    run$: $(({ holder, id }: PolicySubject) =>
      callIn(holder, "DELETE /api/manager/iam/:entity/:name/inline-policies/:policy_name", {
        params: { entity: holder.kind, name: holder.name, policy_name: id },
        query: { confirm_name: id }
      })
    ),
    after$: $(async () => {
      reload(inline)
      await touched$()
    }),
    toast$: $((_: unknown, { name }: PolicySubject) => ({ text: `${name} is deleted` }))
  })
  return (
    <>
      <section aria-label="Managed policies">
        <div class="mb-2 flex min-h-8 flex-wrap items-center gap-2">
          <h3 class="flex-1 font-medium">Managed</h3>
          <button
            type="button"
            class="btn btn-secondary"
            onClick$={() => {
              attaching.value = {}
            }}
          >
            <Icon name="plus" /> Attach
          </button>
        </div>
        {attached.length === 0 && <p class="text-ink-2">None is attached.</p>}
        <ul data-testid="attached">
          {attached.map(({ arn, name }) => (
            <li key={arn} class="flex items-center gap-3 border-t border-line py-2 first:border-0">
              <span class="min-w-0 flex-1">
                <NavLink class="link break-all" href={openHref("policies", arn, holder.contextId)}>
                  {name}
                </NavLink>
              </span>
              <ActionButton
                action={detach}
                on={{ id: arn, name, holder }}
                asks
                label="Detach"
                named={`Detach ${name}`}
                icon="x"
                class="btn-ghost btn-sm"
              />
            </li>
          ))}
        </ul>
      </section>
      <PanelPart
        title="Inline policies"
        ready={inline.value !== null}
        problem={inline.problem}
        onRetry$={$(() => reload(inline))}
      >
        <NavLink q:slot="action" href={inlinePolicyHref(holder)} class="btn btn-secondary">
          <Icon name="plus" /> New
        </NavLink>
        {inline.value?.items.length === 0 && <p class="text-ink-2">None: {holder.name} has no document of its own.</p>}
        <ul data-testid="inline">
          {inline.value?.items.map(({ document, name }) => (
            <li key={name} class="border-t border-line py-2 first:border-0">
              <div class="flex flex-wrap items-center gap-x-3 gap-y-1">
                <span class="min-w-0 flex-1 basis-32 font-medium break-all">{name}</span>
                <NavLink href={inlinePolicyHref(holder, name)} class="btn btn-ghost btn-sm" label={`Edit ${name}`}>
                  <Icon name="pencil" /> Edit
                </NavLink>
                <ActionButton
                  action={remove}
                  on={{ id: name, name, holder }}
                  asks
                  label="Delete"
                  named={`Delete ${name}`}
                  icon="trash-2"
                  class="btn-ghost btn-sm text-danger"
                />
              </div>
              <details class="group min-w-0">
                <summary class="inline-flex min-h-6 items-center gap-1 rounded-ctl text-xs text-ink-2">
                  <Icon name="chevron-right" class="size-3.5 transition-transform group-open:rotate-90" /> Document of{" "}
                  {name}
                </summary>
                <pre
                  class="mt-1 max-h-64 overflow-auto rounded-ctl bg-sunken p-2 font-mono text-2xs"
                  tabIndex={0}
                  aria-label={`Document of ${name}`}
                >
                  {formatted(document)}
                </pre>
              </details>
            </li>
          ))}
        </ul>
      </PanelPart>
      <ConfirmDialog action={detach} id="iam-detach" title="Detach" named button="Detach policy" about={DetachText} />
      <ConfirmDialog
        action={remove}
        id="iam-inline-delete"
        title="Delete"
        named
        button="Delete policy"
        typed="name"
        about={DeleteText}
      />
      <PickDialog
        open={attaching}
        title={`Attach a managed policy to ${holder.name}`}
        label="Policy"
        submit="Attach policy"
        none="Every managed policy is attached already."
        load$={$(async () => {
          const { items } = await callIn(holder, "GET /api/manager/iam/policies")
          const has = attached.map(({ arn }) => arn)
          return items.filter(({ arn }) => !has.includes(arn)).map(({ arn, name }) => ({ value: arn, label: name }))
        })}
        save$={$(async (arn: string) => {
          await callIn(holder, "PUT /api/manager/iam/:entity/:name/policies", { ...atHolder(holder), body: { arn } })
          await touched$()
          successToast(toasts, { text: `${arn.replace(/^.*\//, "")} is attached to ${holder.name}` })
        })}
      />
    </>
  )
})
