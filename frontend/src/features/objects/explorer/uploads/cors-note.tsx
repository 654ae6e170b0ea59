import { $, component$, type NoSerialize, noSerialize, type Signal, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import type { Answer } from "~/client/contract"
import { asProblem, isAbort, type ProblemError, problemText } from "~/client/problem-error"
import { CopyButton } from "~/components/ui/copy-button"
import { Dialog } from "~/components/ui/dialog"
import { Icon } from "~/components/ui/icon"
import type { BucketPlace } from "~/lib/bucket-place"
import { useSession } from "~/lib/session-context"
import { successToast, useToasts } from "~/lib/toasts"

type Advice = Answer<"GET /api/browser/buckets/:bucket_name/cors-advice">

/** An ordinary edit of the bucket's CORS: audited, with an undo in its history. */
const addRule = async (place: BucketPlace, rule: NonNullable<Advice["rule"]>): Promise<void> => {
  const params = { feature: "cors" } as const
  const { value, version } = await callIn(place, "GET /api/manager/buckets/:bucket_name/features/:feature", { params })
  const rules = (value as { readonly rules?: ReadonlyArray<NonNullable<typeof rule>> } | null)?.rules ?? []
  await callIn(place, "PUT /api/manager/buckets/:bucket_name/features/:feature", {
    params,
    body: { value: { rules: [...rules, rule] }, version: version ?? "" }
  })
}

const Explained = component$<{
  readonly advice: Advice
  readonly place: BucketPlace
  readonly open: Signal<Advice | null>
  readonly changed: Signal<number>
}>(({ advice, changed, open, place }) => {
  const session = useSession()
  const toasts = useToasts()
  const busy = useSignal(false)
  const problem = useSignal<NoSerialize<ProblemError>>()
  const text = JSON.stringify(advice.rule, null, 2)
  const may = session.value?.workspaces.includes("manager") === true
  return (
    <div class="grid min-w-0 gap-3 px-5 py-4 text-ink-2">
      {advice.rule === null ? (
        <p>
          This page is served by https, and the gateway at{" "}
          <b class="font-mono text-xs wrap-anywhere">{advice.gateway_url}</b> by plain http: browsers refuse to mix the
          two. Uploads and downloads go through this service, which works as well and is slower. No CORS rule changes
          that: the gateway would have to speak https.
        </p>
      ) : (
        <>
          <p>
            Browsers send and fetch objects at the gateway itself only where the bucket trusts the page’s origin,{" "}
            <b class="font-mono text-xs wrap-anywhere">{advice.origin}</b>. This bucket has no such CORS rule, so its
            objects go through this service: that works as well, and is slower.
          </p>
          <p>This rule is what is lacking. Rules that are there stay as they are.</p>
          <pre
            class="max-h-60 overflow-auto rounded-card border border-line p-3 font-mono text-xs"
            tabIndex={0}
            aria-label="The rule"
          >
            {text}
          </pre>
          <div class="flex flex-wrap gap-2">
            <CopyButton text={text} label="Copy rule" />
            {may && (
              <button
                type="button"
                class="btn btn-primary"
                disabled={busy.value}
                onClick$={async () => {
                  if (advice.rule === null) return
                  busy.value = true
                  problem.value = undefined
                  try {
                    await addRule(place, advice.rule)
                    open.value = null
                    changed.value++
                    successToast(toasts, {
                      text: `${place.bucket} trusts this page now: objects go straight to the gateway`
                    })
                  } catch (cause) {
                    problem.value = noSerialize(asProblem(cause))
                  } finally {
                    busy.value = false
                  }
                }}
              >
                <Icon name="plus" /> Add this rule
              </button>
            )}
          </div>
          {!may && <p class="text-xs">Whoever manages this bucket can add it, on its page in the Manager.</p>}
        </>
      )}
      {problem.value && (
        <p role="alert" class="text-danger">
          The rule was not added: {problemText(problem.value)}
        </p>
      )}
    </div>
  )
})

export const CorsNote = component$<{ readonly place: BucketPlace }>(({ place }) => {
  const advice = useSignal<Advice | null>(null)
  const open = useSignal<Advice | null>(null)
  const changed = useSignal(0)
  useVisibleTask$(
    async ({ cleanup, track }) => {
      const contextId = track(() => place.contextId)
      track(() => changed.value)
      if (contextId === "") return
      const request = new AbortController()
      cleanup(() => request.abort())
      try {
        advice.value = await callIn(place, "GET /api/browser/buckets/:bucket_name/cors-advice", {
          signal: request.signal
        })
      } catch (cause) {
        // ignore: the listing beside it shows problems of the bucket
        if (!isAbort(cause)) advice.value = null
      }
    },
    { strategy: "document-idle" }
  )
  if (advice.value === null || advice.value.state === "direct") return null
  return (
    <>
      <button
        type="button"
        class="btn btn-ghost btn-sm text-ink-2"
        onClick$={$(() => {
          open.value = advice.value
        })}
      >
        <Icon name="info" /> Through this service
      </button>
      <Dialog open={open} title="Objects go through this service">
        <Explained advice={open.value ?? advice.value} place={place} open={open} changed={changed} />
      </Dialog>
    </>
  )
})
