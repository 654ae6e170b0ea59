import { component$, type NoSerialize, noSerialize, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { asProblem, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { PageHeader } from "~/components/ui/page-header"
import { ApplyForm } from "~/features/fleet/apply/apply-form"
import { saveFile } from "~/lib/save-file"

export default component$(() => {
  const problem = useSignal<NoSerialize<ProblemError>>()
  const busy = useSignal(false)
  const onGateway = useSignal(false)
  return (
    <div class="flex h-full min-h-0 flex-col">
      <PageHeader title="Apply">
        <label class="flex items-center gap-2 text-xs text-ink-2">
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
      </PageHeader>
      <div
        class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5"
        tabIndex={0}
        role="region"
        aria-label="Apply"
      >
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
      </div>
    </div>
  )
})

export const head: DocumentHead = { title: "Apply" }
