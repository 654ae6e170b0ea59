import { $, component$, useSignal } from "@builder.io/qwik"
import { CopyButton } from "~/components/ui/copy-button"
import { DangerZone } from "~/components/ui/danger-zone"
import { Meter } from "~/components/ui/meter"
import { NavLink } from "~/components/ui/nav-link"
import { FeatureGrid } from "~/features/buckets/bucket-features/feature-grid"
import { quotaOf } from "~/features/buckets/cells"
import { DeleteBucket } from "~/features/buckets/emptying/delete-bucket"
import { bucketHref, BUCKETS_PATH, fullName } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, dateTime, int } from "~/lib/format"
import { useGoTo } from "~/lib/use-go-to"
import { useBucketPlace } from "./use-bucket-place"

const VERSIONING = { off: "Off", enabled: "Enabled", suspended: "Suspended" } as const

export const BucketOverview = component$(() => {
  const { row } = useBucketPlace()
  const contexts = useExecutionContexts()
  const go = useGoTo()
  const changed = useSignal(0)
  const context = contexts.current
  const contextId = context?.id ?? ""
  if (row === null) return null
  const quota = quotaOf(row)
  const objects = row.object_count === null ? "—" : int(row.object_count)
  // a prop that reads `row` would be evaluated again after the row is gone; an expression is evaluated here
  const [name, objectCount] = [String(row.name), row.object_count ?? null]
  return (
    <div class="min-h-0 flex-1 overflow-y-auto p-5" data-testid="overview">
      <div class="grid max-w-5xl gap-6">
        {!row.has_statistics && (
          <p class="alert" role="status">
            Only the name of this bucket is known so far: its figures are still to be read from the gateway.
          </p>
        )}
        <div class="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <div class="card p-4">
            <p class="text-xs text-ink-3">Stored</p>
            <p class="num mt-1 text-xl font-semibold">{row.used_bytes === null ? "—" : bytes(row.used_bytes)}</p>
          </div>
          <div class="card p-4">
            <p class="text-xs text-ink-3">Objects</p>
            <p class="num mt-1 text-xl font-semibold">
              {context?.capabilities.can_browse_objects === true ? (
                <NavLink
                  href={bucketHref({ bucket: fullName(row), contextId: context.id }, "objects")}
                  class="link"
                  label={`${objects} objects: look into the bucket`}
                >
                  {objects}
                </NavLink>
              ) : (
                objects
              )}
            </p>
          </div>
          <div class="card col-span-2 p-4 sm:col-span-1">
            <p class="text-xs text-ink-3">Quota</p>
            {quota === null ? (
              <p class="mt-1 text-ink-2">{row.has_statistics ? "None" : "—"}</p>
            ) : (
              <div class="mt-1 grid gap-1">
                <p class="num">
                  {quota.label.startsWith("the size")
                    ? `${bytes(quota.used)} of ${bytes(quota.limit)}`
                    : `${int(quota.used)} of ${int(quota.limit)} objects`}
                </p>
                <Meter used={quota.used} limit={quota.limit} label={quota.label} />
              </div>
            )}
          </div>
        </div>
        <dl class="facts">
          <dt>Name</dt>
          <dd class="grid justify-items-start gap-1.5">
            <span class="font-mono text-xs break-all">{row.name}</span>
            <CopyButton text={row.name} label="Copy name" />
          </dd>
          {row.tenant !== "" && (
            <>
              <dt>Tenant</dt>
              <dd class="font-mono text-xs break-all">{row.tenant}</dd>
            </>
          )}
          <dt>Owner</dt>
          <dd class="font-mono text-xs break-all">{row.owner ?? "—"}</dd>
          <dt>Endpoint</dt>
          <dd>
            {context?.endpoint_name}
            <span class="block font-mono text-xs break-all text-ink-3">{context?.endpoint_url}</span>
          </dd>
          <dt>Versioning</dt>
          <dd>{row.versioning === null ? "—" : VERSIONING[row.versioning]}</dd>
          <dt>Object lock</dt>
          <dd>{row.object_lock === null ? "—" : row.object_lock ? "Enabled" : "Off"}</dd>
          <dt>Created</dt>
          <dd>{row.created_at === null ? "—" : dateTime(row.created_at)}</dd>
        </dl>
        <FeatureGrid />
        {context !== null && (
          <DangerZone
            title="Delete this bucket"
            text="With everything in it, now or on a later day. Others can take its name then."
          >
            <DeleteBucket
              key={name}
              bucket={name}
              contextId={contextId}
              objects={objectCount}
              changed={changed}
              // replace the history entry, so that Back skips the deleted bucket
              onDeleted$={$(() => go(`${BUCKETS_PATH}?${new URLSearchParams({ context_id: contextId })}`, true))}
            />
          </DangerZone>
        )}
      </div>
    </div>
  )
})
