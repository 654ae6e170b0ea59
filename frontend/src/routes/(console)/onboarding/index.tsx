import { $, component$, noSerialize, type NoSerialize, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ErrorState } from "~/components/ui/states"

interface Step {
  readonly key: "endpoint_configured" | "storage_access_configured"
  readonly title: string
  readonly text: string
  readonly href: string
  readonly action: string
}

const STEPS: ReadonlyArray<Step> = [
  {
    key: "endpoint_configured",
    title: "Register a storage endpoint",
    text: "The address of a Ceph RGW or another S3-compatible gateway. Its features are detected, nothing on it is changed.",
    href: "/admin/storage-endpoints?create=1",
    action: "Add endpoint"
  },
  {
    key: "storage_access_configured",
    title: "Bring in an account or a user",
    text: "Import an RGW account or RGW user by its id, or create one on the gateway. It becomes what you act as in Manager and Browser.",
    href: "/admin/accounts",
    action: "Add account"
  }
]

export default component$(() => {
  const state = useSignal<Answer<"GET /api/onboarding"> | null>(null)
  const problem = useSignal<NoSerialize<ProblemError>>()
  const again = useSignal(0)
  useVisibleTask$(
    async ({ track, cleanup }) => {
      track(() => again.value)
      const asked = new AbortController()
      cleanup(() => asked.abort())
      try {
        state.value = await call("GET /api/onboarding", { signal: asked.signal })
        problem.value = undefined
      } catch (cause) {
        if (!isAbort(cause)) problem.value = noSerialize(asProblem(cause))
      }
    },
    { strategy: "document-ready" }
  )
  return (
    <div class="mx-auto max-w-2xl px-6 py-8">
      <h1 class="text-xl font-semibold tracking-tight">Getting started</h1>
      <p class="mt-1 text-ink-2">Two steps until buckets show up.</p>
      {problem.value && !state.value ? (
        <div class="mt-10 grid justify-center"><ErrorState title="The set-up state could not be loaded" problem={problem.value} onRetry$={$(() => { again.value++ })} /></div>
      ) : (
        <ol class="card mt-6 divide-y divide-line">
          {STEPS.map((step, index) => {
            const done = state.value?.[step.key] ?? false
            return (
              <li key={step.key} class="flex items-start gap-4 p-5">
                <span class={["grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold", done ? "bg-ok-soft text-ok" : "bg-sunken text-ink-2"]}>
                  {done ? <Icon name="check" label="Done" /> : index + 1}
                </span>
                <div class="min-w-0 flex-1">
                  <h2 class="text-base font-medium">{step.title}</h2>
                  <p class="mt-0.5 text-ink-2">{step.text}</p>
                </div>
                {state.value === null ? <span class="skeleton h-8 w-24" aria-hidden="true" />
                  : done ? <span class="badge badge-ok mt-1">Done</span>
                  : <NavLink href={step.href} class={["btn", index === 0 || state.value.endpoint_configured ? "btn-primary" : "btn-secondary"].join(" ")}>{step.action}</NavLink>}
              </li>
            )
          })}
        </ol>
      )}
      {state.value?.complete && (
        <p class="mt-6 flex items-center gap-3" role="status">
          <Icon name="circle-check" class="text-ok" /> Everything is in place.
          <NavLink href="/manager/buckets" class="btn btn-primary">Open buckets</NavLink>
        </p>
      )}
    </div>
  )
})

export const head: DocumentHead = { title: "Getting started" }
