import { component$, Slot } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { SearchButton } from "~/components/ui/search-button"
import { EmptyState, ErrorState } from "~/components/ui/states"
import { staleness } from "~/features/buckets/staleness"
import { BUCKETS_PATH, bucketOfPath } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { ago } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { type PlaceState, useBucketPlace } from "./use-bucket-place"

/** Destructured props stay bound to the store and would change during the removal. */
const snapshot = ({ listing, problem, status }: PlaceState) => ({ listing, problem, status })

export const PlaceBody = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const place = useBucketPlace()
  const { listing, problem, status } = snapshot(place)
  const bucketRef = bucketOfPath(location.url.pathname)
  const context = contexts.current
  const all = `${BUCKETS_PATH}${context === null ? "" : `?${new URLSearchParams({ context_id: context.id })}`}`
  const name = bucketRef?.full ?? ""

  if (bucketRef !== null && !bucketRef.possible) {
    return (
      <Middle id="impossible">
        <EmptyState
          icon="ban"
          title="This is not the name of a bucket"
          text={`No bucket can be called “${name.slice(0, 120)}”. The address may be mistyped.`}
        >
          <NavLink href={all} class="btn btn-primary">
            All buckets
          </NavLink>
          <SearchButton />
        </EmptyState>
      </Middle>
    )
  }
  if (status === "missing" || status === "deleted") {
    return (
      <Middle id={status}>
        <EmptyState
          icon="database"
          title={status === "deleted" ? "This bucket was deleted" : "There is no such bucket here"}
          text={
            status === "deleted"
              ? `${name} was here until just now. What it held is gone with it.`
              : `${context?.name ?? "This context"} has no bucket ${name}, or you may not see it. It may be one ` +
                "of another execution context."
          }
        >
          <NavLink href={all} class="btn btn-primary">
            All buckets of {context?.name ?? "this context"}
          </NavLink>
          <SearchButton />
        </EmptyState>
      </Middle>
    )
  }
  if (status === "failed" && problem) {
    return (
      <Middle id="failed">
        <ErrorState
          title="This bucket could not be loaded"
          problem={problem}
          onRetry$={() => {
            place.requests++
          }}
        />
      </Middle>
    )
  }
  const stale = listing === null ? null : staleness(listing)
  return (
    <>
      {stale !== null && (
        <div class="alert alert-warn m-4 mb-0 flex-none" role="status" data-testid="stale">
          <Icon name="triangle-alert" />
          <p>
            {stale.message.replace("buckets", "facts")}
            {stale.since !== null && ` They were read ${ago(stale.since)}.`}
          </p>
        </div>
      )}
      {problem && status === "ready" && (
        <div class="alert alert-warn m-4 mb-0 flex-none" role="status">
          <Icon name="triangle-alert" />
          <p>These facts could not be read again. {problem.message}</p>
        </div>
      )}
      {status === "reading" ? (
        <div class="grid max-w-3xl gap-3 p-5" data-testid="reading">
          <p class="text-ink-2" role="status">
            {listing !== null && listing.state !== "complete"
              ? "The buckets of this context are being read for the first time…"
              : "Loading the bucket…"}
          </p>
          {[0, 1, 2, 3, 4].map((line) => (
            <span key={line} class={["skeleton block h-4", line % 2 ? "w-3/5" : "w-4/5"]} aria-hidden="true" />
          ))}
        </div>
      ) : (
        <Slot />
      )}
    </>
  )
})

const Middle = component$<{ readonly id: string }>(({ id }) => (
  <div class="grid flex-1 place-items-center overflow-y-auto p-6" data-testid={`bucket-${id}`}>
    <Slot />
  </div>
))
