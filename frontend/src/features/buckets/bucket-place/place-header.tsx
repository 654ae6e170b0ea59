import { component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { LockedControl } from "~/components/ui/locked-control"
import { NavLink } from "~/components/ui/nav-link"
import { ListingLine } from "~/features/buckets/listing-line"
import { RefreshButton } from "~/features/buckets/refresh-button"
import { EndingsMenu } from "~/features/buckets/emptying/endings-menu"
import { QuarantineNotice } from "~/features/buckets/emptying/quarantine-notice"
import { bucketHref, bucketOfPath, BUCKETS_PATH } from "~/lib/bucket-place"
import { browserHref } from "~/lib/browser-href"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { BUCKET_TABS, lockOfTab } from "./bucket-tabs"
import { useBucketPlace } from "./use-bucket-place"

export const PlaceHeader = component$(() => {
  const location = useLocation()
  const contexts = useExecutionContexts()
  const changed = useSignal(0)
  const place = useBucketPlace()
  const bucketRef = bucketOfPath(location.url.pathname)
  const context = contexts.current
  const contextId = context?.id ?? ""
  const bucket = bucketRef?.full ?? ""
  const objects = bucketRef?.tab === "objects"
  const folder = objects ? (location.url.searchParams.get("prefix") ?? "") : ""
  const isReady = place.status === "ready"
  return (
    <header class="flex-none border-b border-line px-5 pt-4">
      <NavLink
        href={`${BUCKETS_PATH}${contextId === "" ? "" : `?${new URLSearchParams({ context_id: contextId })}`}`}
        class="link mb-1 inline-flex items-center gap-1 text-xs min-[56rem]:hidden"
        exact
      >
        <Icon name="arrow-left" class="size-3.5" /> All buckets
      </NavLink>
      <div class="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div class="flex min-w-0 flex-1 basis-72 flex-wrap items-center gap-x-3 sm:flex-nowrap">
          <h1 class="flex min-w-0 items-center gap-2 text-xl font-semibold tracking-tight">
            <Icon name="database" class="text-ink-3" />
            <span class="min-w-0 truncate" title={bucket}>
              <span class="sr-only">Bucket </span>
              {bucket}
            </span>
          </h1>
          {isReady && !objects && <ListingLine live={place} />}
        </div>
        <div class="flex flex-none items-center gap-2">
          {isReady && !objects && <RefreshButton live={place} />}
          {isReady && contextId !== "" && (
            <EndingsMenu key={bucket} bucket={bucketRef?.name ?? ""} contextId={contextId} changed={changed} />
          )}
          {isReady && context !== null && !context.capabilities.can_browse_objects && (
            <LockedControl id="browser-locked" label="Open in Browser" of="objects" />
          )}
          {isReady && context?.capabilities.can_browse_objects === true && (
            <NavLink href={browserHref({ bucket: bucketRef?.name ?? "", contextId }, folder)} class="btn btn-secondary">
              <Icon name="folder" /> Open in Browser
            </NavLink>
          )}
        </div>
      </div>
      {isReady && contextId !== "" && (
        <QuarantineNotice
          key={`${contextId} ${bucket}`}
          bucket={bucketRef?.name ?? ""}
          contextId={contextId}
          changed={changed}
        />
      )}
      {bucketRef?.possible === true && place.status !== "missing" && place.status !== "deleted" ? (
        <nav class="mt-2 flex flex-wrap gap-x-4" aria-label="Sides of the bucket">
          {BUCKET_TABS.map((tab) => {
            const lock = lockOfTab(tab, context)
            return lock === null ? (
              <NavLink
                key={tab.path}
                href={bucketHref({ bucket, contextId }, tab.path)}
                class="tab inline-flex items-center"
                exact
              >
                {tab.label}
              </NavLink>
            ) : (
              <span key={tab.path} class="contents">
                <LockedControl id={`${tab.path}-tab-locked`} label={tab.label} of={lock} tab />
              </span>
            )
          })}
        </nav>
      ) : (
        <div class="pb-3" />
      )}
    </header>
  )
})
