import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { bucketHref } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { Exposed } from "./exposed"
import { ExposureBadge } from "~/features/buckets/policies/verdict"
import { ExposureRoutes } from "~/features/buckets/policies/ways"

export const ExposurePanel = component$<PanelProps<Exposed>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  return (
    <Panel kind="Exposure" title={row.bucket} onClose$={$(() => openRow(listing, ""))}>
      <ExposureBadge verdict={row.verdict} />
      {row.problem !== null && (
        <p class="alert alert-warn mt-4">
          {row.problem.detail}
          {row.problem.storage_code === null ? "" : ` (${row.problem.storage_code})`}
        </p>
      )}
      <div class="mt-5">
        {row.ways.length === 0 ? (
          row.problem === null && <p class="text-ink-2">{row.words}</p>
        ) : (
          <ExposureRoutes ways={row.ways} />
        )}
      </div>
      {row.verdict !== "unavailable" && row.ways.some(({ via }) => via === "policy") && !row.policy_is_public && (
        <p class="alert alert-warn mt-4">
          The gateway itself does not call this policy public, so that RestrictPublicBuckets would not shut it.
        </p>
      )}
      <p class="mt-5 text-xs text-ink-3">
        {row.website ? "The bucket is a website as well: it serves what anybody may read. " : ""}ACLs of single objects
        are not looked at: each can open its object by itself.
      </p>
      <div q:slot="actions" class="contents">
        <NavLink
          href={bucketHref({ bucket: row.bucket, contextId: contexts.current?.id ?? "" }, "permissions")}
          class="btn btn-primary flex-1"
        >
          Permissions of the bucket
        </NavLink>
      </div>
    </Panel>
  )
})
