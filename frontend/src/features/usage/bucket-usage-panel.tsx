import { $, component$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ClassBars } from "~/components/chart/class-bars"
import { openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { CopyAs } from "~/components/ui/copy-as"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { ErrorState } from "~/components/ui/states"
import { bucketHref, fullName } from "~/lib/bucket-place"
import { browserHref } from "~/lib/browser-href"
import { type ExecutionContext, useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, counted, int, percent } from "~/lib/format"
import { reload } from "~/lib/use-loaded"
import { visible } from "~/lib/visible"
import { grownText, scanLabel } from "./bucket-columns"
import { classesOf } from "./classes"
import { bucketCommands } from "./commands"
import { HiddenBytes } from "./hidden-bytes"
import { HistoryPanel } from "./history-panel"
import { PrefixTable } from "./prefix-table"
import type { BucketUsage, UsageContents } from "./usage"
import { useCounted } from "./use-counted"
import { cleaningActions, FINDING_TITLES, usageHref, cleaningActionOf } from "./cleaning-actions"

interface InBucket {
  readonly row: BucketUsage
  readonly context: ExecutionContext
}

const placeOf = ({ context, row }: InBucket) => ({
  bucket: fullName(row),
  contextId: context.id,
  objects: context.capabilities.can_browse_objects
})

const Found = component$<InBucket & { readonly contents: UsageContents }>(({ contents, context, row }) => (
  <>
    <h3 class="mt-6 mb-1 font-medium">Hidden</h3>
    <HiddenBytes contents={contents} />
    <p class="mt-2 flex flex-wrap gap-x-4 gap-y-1">
      {cleaningActions(placeOf({ context, row })).map(({ href, label }) => (
        <NavLink key={label} class="link" href={href}>
          {label}
        </NavLink>
      ))}
    </p>
    <p class="mt-4 text-xs text-ink-3">
      {counted(contents.listed_count, "entry was", "entries were")} listed <Ago at={contents.looked_at} />.
      {!contents.complete && " That is not all: the figures are partial, there is at least as much."}
    </p>
    <div class="mt-2 grid gap-5">
      {classesOf(contents).map(({ bars, caption, head }) => (
        <ClassBars key={caption} caption={caption} head={head} bars={bars} counts="Versions" />
      ))}
    </div>
    {contents.prefixes === null ? (
      <p class="mt-5 text-xs text-ink-3">Prefixes are not shown: this context may not read objects.</p>
    ) : (
      contents.prefixes.length > 0 && (
        <div class="mt-5">
          <h3 class="mb-1 font-medium">Prefixes</h3>
          <PrefixTable
            caption="Those that hold most"
            prefixes={contents.prefixes.slice(0, 10)}
            nameOf={(one) => (one.prefix === "" ? "Without a prefix" : visible(one.prefix))}
            hrefOf={(one) =>
              browserHref({ bucket: one.bucket, contextId: context.id }, one.prefix, "", { base: "/manager/browser" })
            }
          />
        </div>
      )
    )}
  </>
))

const Details = component$<InBucket>(({ context, row }) => {
  const loaded = useCounted(
    $((signal: AbortSignal) =>
      callIn({ contextId: context.id, bucket: row.name }, "GET /api/manager/usage-stats/buckets/:bucket_name", {
        signal
      })
    )
  )
  const contents = loaded.value?.contents ?? null
  return loaded.problem ? (
    <div class="mt-6">
      <ErrorState title="The bucket could not be read" problem={loaded.problem} onRetry$={$(() => reload(loaded))} />
    </div>
  ) : loaded.value === null ? (
    <span class="skeleton mt-6 block h-40" />
  ) : contents === null ? (
    <p class="alert mt-6">
      <Icon name="info" />
      <span>Nobody looked into it yet: what is hidden in it, and how it is made up, is not known.</span>
    </p>
  ) : (
    <Found contents={contents} context={context} row={row} />
  )
})

export const BucketUsagePanel = component$<PanelProps<BucketUsage>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const context = contexts.current
  if (context === null) return null
  return (
    <Panel kind="Usage of a bucket" title={row.name} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>Stored</dt>
        <dd class="num">{row.used_bytes === null ? "The gateway did not say" : bytes(row.used_bytes)}</dd>
        <dt>Objects</dt>
        <dd class="num">{row.object_count === null ? "—" : int(row.object_count)}</dd>
        <dt>Within 30 days</dt>
        <dd class="num">{grownText(row)}</dd>
        <dt>Quota used</dt>
        <dd class="num">{row.quota_usage === null ? "No quota" : percent(row.quota_usage)}</dd>
        <dt>Counted</dt>
        <dd>
          <Ago at={row.calculated_at} />
        </dd>
        <dt>Looked into</dt>
        <dd>
          {scanLabel(row)}
          {row.looked_at !== null && (
            <>
              , <Ago at={row.looked_at} />
            </>
          )}
          {row.problem !== null && <span class="block font-mono text-xs text-warn">{row.problem}</span>}
        </dd>
      </dl>
      {row.findings.length > 0 && (
        <ul class="mt-4 grid gap-1.5" aria-label="What was found in it">
          {row.findings.map((code) => {
            const fixLink = cleaningActionOf(code, placeOf({ context, row }))
            return (
              <li key={code} class="flex flex-wrap items-center gap-x-2">
                <Icon name="triangle-alert" class="text-warn" />
                <span>{FINDING_TITLES[code]}</span>
                <NavLink class="link" href={fixLink.href} label={`${fixLink.label}: ${FINDING_TITLES[code]}`}>
                  {fixLink.label}
                </NavLink>
              </li>
            )
          })}
        </ul>
      )}
      <Details key={`${row.name} details`} context={context} row={row} />
      <HistoryPanel key={`${row.name} history`} bucket={row.name} />
      <div class="mt-6 grid min-w-0 gap-2">
        <NavLink class="link justify-self-start" href={usageHref("traffic", context.id, { bucket: row.name })}>
          Traffic of this bucket
        </NavLink>
        <CopyAs
          commands={bucketCommands({ bucket: row.name, endpoint: context.endpoint_url }, context.id)}
          about={`reads the usage of ${row.name}`}
        />
      </div>
      <div q:slot="actions" class="contents">
        <NavLink href={bucketHref(placeOf({ context, row }))} class="btn btn-primary flex-1">
          Open the bucket
        </NavLink>
      </div>
    </Panel>
  )
})
