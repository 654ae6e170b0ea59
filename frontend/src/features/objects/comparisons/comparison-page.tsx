import { $, component$, useTask$ } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { ScrolledPage } from "~/components/ui/page-header"
import { ErrorState } from "~/components/ui/states"
import { RunActions } from "~/features/platform/runs/run-actions"
import { useRunDetails } from "../bucket-pairs/use-run-details"
import { RUN_STATES } from "~/features/platform/runs/run"
import { useTrail } from "~/lib/crumbs"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { bytes, counted, int } from "~/lib/format"
import { useLocation } from "~/lib/route"
import { reload } from "~/lib/use-loaded"
import { contextTextById } from "../bucket-pairs/target-context-field"
import {
  comparisonActions,
  type Comparison,
  isActive,
  DIFFERENCE_KINDS,
  comparedParts,
  comparisonTitle,
  comparisonVerdict
} from "./comparison"
import { Differences } from "./differences"
import { RemediationForm } from "./remediation-form"
import { SettingsTable } from "./settings-table"

const SideFacts = (props: {
  readonly label: string
  readonly bucket: string
  readonly context: string
  readonly listed: string | null
}) => (
  <div class="min-w-0">
    <dt class="text-xs text-ink-3">{props.label}</dt>
    <dd class="wrap-anywhere">
      <span class="font-mono">{props.bucket}</span>
      <span class="block text-xs text-ink-3">{props.context}</span>
      {props.listed !== null && <span class="block text-xs text-ink-3">{props.listed}</span>}
    </dd>
  </div>
)

const Counts = component$<{ readonly objects: NonNullable<Comparison["objects"]> }>(({ objects }) => (
  <ul class="flex flex-wrap gap-x-6 gap-y-3" aria-label="Objects by verdict" data-testid="verdicts">
    <li>
      <span class="num block text-lg font-semibold">{int(objects.same)}</span>
      <span class="text-xs text-ink-2">Equal</span>
    </li>
    {(["different", "missing", "extra", "unknown"] as const).map((kind) => (
      <li key={kind} title={DIFFERENCE_KINDS[kind].hint}>
        <span class="num block text-lg font-semibold">{int(objects[kind])}</span>
        <span class="text-xs text-ink-2">{DIFFERENCE_KINDS[kind].text}</span>
        {objects[kind] > 0 && <span class="block text-xs text-ink-3">{DIFFERENCE_KINDS[kind].hint}</span>}
      </li>
    ))}
  </ul>
))

interface ComparisonPageProps {
  readonly id: number
  readonly contextId: string
}

export const ComparisonPage = component$<ComparisonPageProps>(({ contextId, id }) => {
  const contexts = useExecutionContexts()
  const location = useLocation()
  const trail = useTrail()
  const loaded = useRunDetails<Comparison>(
    contextId,
    $((signal: AbortSignal) =>
      callIn({ contextId }, "GET /api/manager/bucket-comparisons/:comparison_id", {
        params: { comparison_id: id },
        signal
      })
    ),
    $((comparison: Comparison) => (isActive(comparison) ? comparison.id : null))
  )
  useTask$(({ track }) => {
    const title = track(() => (loaded.value === null ? "Comparison" : comparisonTitle(loaded.value)))
    trail.value = { path: location.url.pathname, label: title }
  })
  const comparison = loaded.value
  const verdict = comparison === null ? null : comparisonVerdict(comparison)
  const objects = comparison?.objects ?? null
  return (
    <ScrolledPage title={comparison === null ? "Comparison" : comparisonTitle(comparison)} label="Comparison">
      <NavLink
        q:slot="actions"
        href={`/manager/comparisons?${new URLSearchParams({ context_id: contextId })}`}
        class="btn btn-secondary"
      >
        <Icon name="arrow-left" /> All comparisons
      </NavLink>
      {comparison !== null && (
        <RunActions
          q:slot="actions"
          run={{
            id: comparison.id,
            kind: "bucket_comparison",
            title: comparisonTitle(comparison),
            undoable: 0,
            wishes: comparisonActions(comparison)
          }}
          place={{ workspace: "manager", contextId }}
          onChanged$={$(() => reload(loaded))}
        />
      )}
      {loaded.problem && (
        <ErrorState
          title="This comparison could not be read"
          problem={loaded.problem}
          onRetry$={() => reload(loaded)}
        />
      )}
      {comparison === null && !loaded.problem && <span class="skeleton block h-40 max-w-4xl rounded-card" />}
      {comparison !== null && (
        <div class="grid max-w-4xl gap-8">
          <section class="grid gap-4" aria-label="Result" data-testid="comparison">
            <div class="flex flex-wrap items-center gap-2">
              <Badge text={RUN_STATES[comparison.state].text} tone={RUN_STATES[comparison.state].tone} />
              {verdict !== null && <Badge text={verdict.text} tone={verdict.tone} />}
              <span class="text-xs text-ink-3">
                {comparedParts(comparison)}, started <Ago at={comparison.created_at} />
                {comparison.started_by.email !== null && ` by ${comparison.started_by.email}`}
              </span>
            </div>
            {isActive(comparison) && comparison.progress !== null && (
              <div>
                {comparison.progress.total !== null && (
                  <progress
                    class="meter w-full"
                    max={Math.max(1, comparison.progress.total)}
                    value={comparison.progress.done}
                    aria-label={`Progress in ${comparison.progress.unit}`}
                  />
                )}
                <p class="text-xs text-ink-3">
                  {int(comparison.progress.done)} {comparison.progress.unit}
                  {comparison.progress.note !== "" && `. ${comparison.progress.note}`}
                </p>
              </div>
            )}
            <dl class="grid gap-4 min-[600px]:grid-cols-2">
              <SideFacts
                label="Source"
                bucket={comparison.source.bucket}
                context={contextTextById(contexts.list, comparison.source.context_id)}
                listed={objects && `${counted(objects.source_objects, "object")}, ${bytes(objects.source_bytes)}`}
              />
              <SideFacts
                label="Target"
                bucket={comparison.target.bucket}
                context={contextTextById(contexts.list, comparison.target.context_id)}
                listed={objects && `${counted(objects.target_objects, "object")}, ${bytes(objects.target_bytes)}`}
              />
            </dl>
            {comparison.problems.map((problem) => (
              <p key={problem} class="alert alert-warn">
                <Icon name="triangle-alert" />
                <span>{problem}</span>
              </p>
            ))}
            {objects !== null && <Counts objects={objects} />}
          </section>
          {comparison.settings_compared !== null && <SettingsTable settings={comparison.settings_compared} />}
          {!isActive(comparison) && comparison.content && <Differences id={id} contextId={contextId} />}
          {!isActive(comparison) && comparison.state !== "canceled" && comparison.equal !== true && (
            <RemediationForm id={id} contextId={contextId} />
          )}
        </div>
      )}
    </ScrolledPage>
  )
})
