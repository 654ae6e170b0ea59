import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { contextTextById } from "../bucket-pairs/target-context-field"
import { progressText, StateCell } from "./cells"
import { type Migration, migrationHref, COPY_STRATEGIES, migrationTitle } from "./migration"

export const MigrationPanel = component$<PanelProps<Migration>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  return (
    <Panel kind="Migration" title={migrationTitle(row)} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <StateCell row={row} />
        </dd>
        <dt>Target context</dt>
        <dd class="wrap-anywhere">{contextTextById(contexts.list, row.draft.target_context_id)}</dd>
        <dt>Buckets</dt>
        <dd>{row.draft.buckets.length}</dd>
        <dt>Buckets done</dt>
        <dd>{progressText(row)}</dd>
        <dt>Objects</dt>
        <dd>{COPY_STRATEGIES.find(({ value }) => value === row.draft.strategy)?.label}</dd>
        <dt>Created</dt>
        <dd>
          <Ago at={row.created_at} />
          {row.created_by.email !== null && <span class="block text-xs text-ink-3">by {row.created_by.email}</span>}
        </dd>
      </dl>
      <div q:slot="actions" class="contents">
        <NavLink href={migrationHref(row.id, row.draft.source_context_id)} class="btn btn-primary flex-1">
          <Icon name="arrow-right" /> Open
        </NavLink>
      </div>
    </Panel>
  )
})
