import { $, component$, noSerialize, type NoSerialize, type Signal, useStore, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { Icon } from "~/components/ui/icon"
import { ErrorState } from "~/components/ui/states"
import { BucketLinks } from "~/features/objects/shares/bucket-links"
import { bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { successToast, useToasts } from "~/lib/toasts"
import { ExposureCard } from "./exposure-card"
import type { PolicyCheck, PolicyTest, PolicyTestRun } from "./policy"
import { PolicyTestTable } from "./policy-tests"
import { PolicyInWords, PolicyRemarks } from "./policy-words"
import { WhyDenied } from "./why-denied"

interface Shown {
  check: NoSerialize<PolicyCheck> | undefined
  run: NoSerialize<PolicyTestRun> | undefined
  problem: NoSerialize<ProblemError> | undefined
  refused: string
  busy: boolean
}

const PARTS = {
  policy: "The policy",
  public_access_block: "The public access block",
  acl: "The ACL",
  website: "The website"
} as const

export const AccessCheck = component$<{ readonly changed: Signal<number> }>(({ changed }) => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const toasts = useToasts()
  const state = useStore<Shown>(
    { check: undefined, run: undefined, problem: undefined, refused: "", busy: false },
    { deep: false }
  )
  const place = { bucket: bucketOfPath(location.url.pathname)?.name ?? "", contextId: contexts.current?.id ?? "" }
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const bucket = track(() => bucketOfPath(location.url.pathname)?.name ?? "")
      const contextId = track(() => contexts.current?.id ?? "")
      track(() => changed.value)
      if (bucket === "" || contextId === "") return
      const request = new AbortController()
      cleanup(() => request.abort())
      try {
        const { signal } = request
        const [check, run] = await Promise.all([
          callIn({ bucket, contextId }, "POST /api/manager/buckets/:bucket_name/policy/check", { body: {}, signal }),
          callIn({ bucket, contextId }, "GET /api/manager/buckets/:bucket_name/policy-tests", { signal })
        ])
        Object.assign(state, { check: noSerialize(check), run: noSerialize(run), problem: undefined })
      } catch (cause) {
        if (!isAbort(cause)) state.problem = noSerialize(asProblem(cause))
      }
    },
    { strategy: "document-ready" }
  )
  const save$ = $(async (tests: ReadonlyArray<PolicyTest>, text: string) => {
    if (state.run === undefined || state.busy) return
    state.busy = true
    try {
      state.run = noSerialize(
        await callIn(place, "PUT /api/manager/buckets/:bucket_name/policy-tests", {
          body: { tests, version: state.run.version }
        })
      )
      state.refused = ""
      successToast(toasts, { text, detail: place.bucket })
    } catch (cause) {
      const problem = asProblem(cause)
      state.refused = problem.errors[0]?.message ?? problem.message
      if (problem.code === "stale_plan") changed.value++
    } finally {
      state.busy = false
    }
  })
  const keep$ = $((test: PolicyTest) => {
    const others = (state.run?.tests ?? []).filter(({ name }) => name !== test.name)
    return save$([...others, test], "The test is kept")
  })
  const { check, problem, run } = state
  if (check === undefined || run === undefined) {
    return problem ? (
      <div class="grid justify-items-center pt-8">
        <ErrorState
          title="The bucket's policy could not be read"
          problem={problem}
          onRetry$={() => {
            changed.value++
          }}
        />
      </div>
    ) : (
      <div class="grid max-w-3xl gap-3" role="status" aria-label="Loading the bucket's policy">
        {[0, 1, 2, 3].map((line) => (
          <span key={line} class={["skeleton block h-4", line % 2 ? "w-3/5" : "w-4/5"]} aria-hidden="true" />
        ))}
      </div>
    )
  }
  return (
    <div class="grid max-w-3xl min-w-0 gap-4">
      {problem && (
        <p class="alert alert-warn" role="status">
          <Icon name="triangle-alert" />
          <span>What is shown could not be read again. {problem.message}</span>
        </p>
      )}
      {check.unread.map(({ detail, part }) => (
        <p key={part} class="alert alert-warn" role="status">
          <Icon name="triangle-alert" />
          <span>
            {PARTS[part]} could not be read: what depends on it is unknown. {detail}
          </span>
        </p>
      ))}
      <ExposureCard exposure={check.exposure} />
      <BucketLinks key={`${place.contextId} ${place.bucket}`} place={place} changed={changed} />
      <section class="card grid min-w-0 gap-3 p-4" aria-labelledby="words-title">
        <h2 id="words-title" class="text-base font-medium">
          The policy in plain words
        </h2>
        {check.words === null ? (
          <p class="text-ink-2">
            {check.text === null
              ? "There is no policy: who gets in does so by their own policies, as the account's root user, or by ACLs."
              : "What the gateway has as a policy cannot be read."}
          </p>
        ) : (
          <PolicyInWords words={check.words} />
        )}
        <PolicyRemarks check={check} />
      </section>
      <WhyDenied place={place} owner={check.owner} keep$={keep$} mayKeep={!state.busy} />
      {state.refused !== "" && (
        <p class="alert alert-danger" role="alert">
          <Icon name="circle-alert" />
          <span>The tests were not saved. {state.refused}</span>
        </p>
      )}
      <PolicyTestTable run={run} busy={state.busy} mayChange={true} save$={save$} />
    </div>
  )
})
