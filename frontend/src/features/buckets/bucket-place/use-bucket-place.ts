import {
  createContextId,
  noSerialize,
  type NoSerialize,
  useComputed$,
  useContext,
  useStore,
  useVisibleTask$
} from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem, isAbort, type ProblemError } from "~/client/problem-error"
import { followIn } from "~/client/sse"
import type { Bucket, ListingState } from "~/features/buckets/bucket"
import type { LiveListing } from "~/features/buckets/live-table/use-live-buckets"
import { bucketHref, bucketOfPath, fullName, parseBucketName } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { addRecent } from "~/lib/recents"
import { useLocation } from "~/lib/route"
import { useSession } from "~/lib/session-context"
import {
  afterUpdate,
  needsReload,
  type PlaceFacts,
  type PlaceUpdate,
  type PlaceStatus,
  UNREAD_PLACE
} from "./place-state"

export interface PlaceState extends LiveListing {
  status: PlaceStatus
  row: Bucket | null
  listing: ListingState | null
  problem: NoSerialize<ProblemError> | undefined
  requests: number
}

export const PlaceContext = createContextId<PlaceState>("stowage.bucket-place")

export const useBucketPlace = () => useContext(PlaceContext)

export const useLiveBucket = (): PlaceState => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const session = useSession()
  const state = useStore<PlaceState>(
    { status: "reading", row: null, listing: null, progress: null, live: false, problem: undefined, requests: 0 },
    { deep: false }
  )
  // compute it, since location and contexts notify without a change
  const full = useComputed$(() => bucketOfPath(location.url.pathname)?.full ?? "")
  const contextId = useComputed$(() => contexts.current?.id ?? "")
  useVisibleTask$(
    ({ cleanup, track }) => {
      const bucketRef = parseBucketName(track(() => full.value))
      track(() => contextId.value)
      track(() => state.requests)
      const context = contexts.current
      Object.assign(state, {
        status: "reading",
        row: null,
        listing: null,
        progress: null,
        live: false,
        problem: undefined
      })
      if (!bucketRef.possible || context === null) return
      const controller = new AbortController()
      const { signal } = controller
      cleanup(() => controller.abort())
      let machine: PlaceFacts = UNREAD_PLACE

      const hear = (news: PlaceUpdate): void => {
        if (signal.aborted) return
        const before = machine
        machine = afterUpdate(machine, bucketRef, news)
        const { listing, problem, row, status } = machine
        Object.assign(state, {
          listing,
          row,
          status,
          problem: problem === null ? undefined : noSerialize(problem)
        })
        if (before.status !== "ready" && status === "ready" && row !== null) {
          const place = { bucket: fullName(row), contextId: context.id }
          addRecent(session.value, {
            id: `bucket:${context.id}:${place.bucket}`,
            label: place.bucket,
            hint: `${context.name} · ${context.endpoint_name}`,
            icon: "database",
            href: bucketHref(place)
          })
        }
        if (news.kind !== "none" && news.kind !== "failed" && needsReload(before, machine)) void refresh()
      }
      const refresh = async (): Promise<void> => {
        try {
          hear({
            kind: "row",
            row: await callIn(
              { bucket: bucketRef.name, contextId: context.id },
              "GET /api/manager/buckets/:bucket_name",
              { signal }
            )
          })
        } catch (cause) {
          if (isAbort(cause)) return
          const problem = asProblem(cause)
          hear(problem.status === 404 ? { kind: "none" } : { kind: "failed", problem })
        }
      }
      void refresh()
      void followIn(
        { contextId: context.id },
        "GET /api/manager/buckets/stream",
        { query: { page: 1, page_size: 1 }, signal },
        {
          onState: (open, problem) => {
            if (signal.aborted) return
            state.live = open
            if (!open && problem !== null && machine.status === "reading") hear({ kind: "failed", problem })
          },
          onFrame: ({ data, event }) => {
            if (event === "progress") {
              state.progress = data
              return
            }
            if (event === "done" || (event === "state" && !data.listing.refreshing)) state.progress = null
            hear(
              event === "rows"
                ? { kind: "rows", ...data }
                : event === "removed"
                  ? { kind: "removed", ...data }
                  : { kind: "listing", listing: data.listing }
            )
          }
        }
      )
    },
    { strategy: "document-ready" }
  )
  return state
}
