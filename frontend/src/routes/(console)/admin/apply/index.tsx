import { component$, type NoSerialize, noSerialize, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { ScrolledPage } from "~/components/ui/page-header"
import { ApplyForm } from "~/features/fleet/apply/apply-form"
import { saveFile } from "~/lib/save-file"

export default component$(() => {
  const problem = useSignal<NoSerialize<ProblemError>>()
  const busy = useSignal(false)
  const onGateway = useSignal(false)
  return (
    <ScrolledPage title="Apply">
      <label q:slot="actions" class="flex items-center gap-2 text-xs text-ink-2">
        <input
          type="checkbox"
          class="check"
          name="on_gateway"
          checked={onGateway.value}
          onChange$={(_, box) => {
            onGateway.value = box.checked
          }}
        />
        With quotas and limits
      </label>
      <button
        q:slot="actions"
        type="button"
        class="btn btn-secondary"
        disabled={busy.value}
        aria-busy={busy.value ? "true" : undefined}
        onClick$={async () => {
          busy.value = true
          problem.value = undefined
          try {
            const { source } = await call("GET /api/admin/apply/export", {
              query: onGateway.value ? { on_gateway: "true" } : {}
            })
            saveFile("stowage.yaml", "application/yaml", source)
          } catch (cause) {
            problem.value = noSerialize(asProblem(cause))
          } finally {
            busy.value = false
          }
        }}
      >
        <Icon name="download" /> Download export
      </button>
      <p class="mb-5 max-w-3xl text-ink-2">
        Storage endpoints, RGW accounts, people, groups, connections, identity providers and settings as one document.
        The export is what exists now: change it, look at the changes, apply them.
      </p>
      {problem.value && (
        <p class="mb-5 flex gap-2 text-danger" role="alert">
          <Icon name="circle-alert" class="mt-0.5 flex-none" />
          <span>{problem.value.message}</span>
        </p>
      )}
      <ApplyForm />
    </ScrolledPage>
  )
})

export const head: DocumentHead = { title: "Apply" }
