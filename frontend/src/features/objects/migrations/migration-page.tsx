import { $, component$, useTask$ } from "@builder.io/qwik"
import { useEditing } from "~/components/action"
import { Ago } from "~/components/ui/ago"
import { Badge } from "~/components/ui/badge"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { PageHeader } from "~/components/ui/page-header"
import { ErrorState } from "~/components/ui/states"
import { useTrail } from "~/lib/crumbs"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { useLocation } from "~/lib/route"
import { reload } from "~/lib/use-loaded"
import { contextTextById } from "../bucket-pairs/target-context-field"
import { EditDraftDialog } from "./draft-dialog"
import { ItemTable } from "./item-table"
import { type Migration, MIGRATION_MODES, MIGRATION_STATES, COPY_STRATEGIES, migrationTitle } from "./migration"
import { MigrationActions } from "./migration-actions"
import { MigrationEvents } from "./migration-events"
import { PrecheckFindings } from "./precheck-findings"
import { useMigration } from "./use-migration"

const DraftFacts = component$<{ readonly migration: Migration }>(({ migration: { draft, webhook } }) => {
  const contexts = useExecutionContexts()
  return (
    <dl class="facts">
      <dt>Source</dt>
      <dd class="wrap-anywhere">{contextTextById(contexts.list, draft.source_context_id)}</dd>
      <dt>Target</dt>
      <dd class="wrap-anywhere">{contextTextById(contexts.list, draft.target_context_id)}</dd>
      <dt>How</dt>
      <dd>{MIGRATION_MODES.find(({ value }) => value === draft.mode)?.label}</dd>
      <dt>Existing objects</dt>
      <dd>{COPY_STRATEGIES.find(({ value }) => value === draft.strategy)?.label}</dd>
      <dt>Settings</dt>
      <dd>{draft.copy_bucket_settings ? "Copied" : "Not copied"}</dd>
      <dt>Proof of equality</dt>
      <dd>{draft.strong_integrity_check ? "Required" : "Not required"}</dd>
      <dt>Sources</dt>
      <dd>{draft.delete_source ? "Their objects are deleted in the cutover" : "Stay as they are"}</dd>
      {webhook !== null && (
        <>
          <dt>Webhook</dt>
          <dd class="wrap-anywhere">
            {draft.webhook_url}: {webhook.delivered} delivered, {webhook.pending} waiting, {webhook.failed} failed
            {webhook.problem !== null && <span class="block text-ink-3">{webhook.problem}</span>}
          </dd>
        </>
      )}
      <dt>Accepted losses</dt>
      <dd>{(draft.accept_losses ?? []).map((loss) => loss.replaceAll("_", " ")).join(", ") || "none"}</dd>
    </dl>
  )
})

interface MigrationPageProps {
  readonly id: number
  readonly contextId: string
}

export const MigrationPage = component$<MigrationPageProps>(({ contextId, id }) => {
  const editing = useEditing<Migration>()
  const location = useLocation()
  const trail = useTrail()
  const loaded = useMigration(contextId, id)
  useTask$(({ track }) => {
    const title = track(() => (loaded.value === null ? "Migration" : migrationTitle(loaded.value.migration)))
    trail.value = { path: location.url.pathname, label: title }
  })
  const { events = [], items = [], migration } = loaded.value ?? {}
  return (
    <div class="flex h-full min-h-0 flex-col">
      <PageHeader title={migration === undefined ? "Migration" : migrationTitle(migration)}>
        <NavLink
          href={`/manager/migrations?${new URLSearchParams({ context_id: contextId })}`}
          class="btn btn-secondary"
        >
          <Icon name="arrow-left" /> All migrations
        </NavLink>
        {migration !== undefined && (
          <MigrationActions
            migration={migration}
            contextId={contextId}
            editing={editing}
            onChanged$={$(() => reload(loaded))}
          />
        )}
      </PageHeader>
      <div
        class="min-h-0 flex-1 overflow-y-auto border-t border-line px-5 py-5"
        tabIndex={0}
        role="region"
        aria-label="Migration"
      >
        {loaded.problem && (
          <ErrorState
            title="This migration could not be read"
            problem={loaded.problem}
            onRetry$={() => reload(loaded)}
          />
        )}
        {migration === undefined && !loaded.problem && <span class="skeleton block h-40 max-w-4xl rounded-card" />}
        {migration !== undefined && (
          <div class="grid max-w-4xl gap-8">
            <section class="grid gap-4" aria-label="State" data-testid="migration">
              <div class="flex flex-wrap items-center gap-2">
                <Badge text={MIGRATION_STATES[migration.state].text} tone={MIGRATION_STATES[migration.state].tone} />
                <span class="text-xs text-ink-3">
                  Created <Ago at={migration.created_at} />
                  {migration.created_by.email !== null && ` by ${migration.created_by.email}`}
                </span>
              </div>
              <DraftFacts migration={migration} />
            </section>
            {migration.run === null ? (
              <section aria-label="Buckets">
                <h2 class="text-base font-semibold">Buckets</h2>
                <ul class="mt-2 grid gap-1 font-mono text-xs">
                  {migration.draft.buckets.map(({ source, target }) => (
                    <li key={`${source} ${target}`} class="wrap-anywhere">
                      {source} → {target}
                    </li>
                  ))}
                </ul>
              </section>
            ) : (
              <ItemTable items={items} migrationId={id} contextId={contextId} onChanged$={$(() => reload(loaded))} />
            )}
            {events.length > 0 && <MigrationEvents events={events} />}
            {migration.precheck !== null && <PrecheckFindings precheck={migration.precheck} />}
          </div>
        )}
      </div>
      <EditDraftDialog open={editing} onSaved$={$(() => reload(loaded))} />
    </div>
  )
})
