import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { Ago } from "~/components/ui/ago"
import { Icon } from "~/components/ui/icon"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { int } from "~/lib/format"
import { contextTextById } from "../bucket-pairs/target-context-field"
import { StateCell } from "./cells"
import { comparisonHref, type ComparisonRow, comparedParts, comparisonTitle } from "./comparison"

export const ComparisonPanel = component$<PanelProps<ComparisonRow>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  return (
    <Panel kind="Comparison" title={comparisonTitle(row)} onClose$={$(() => openRow(listing, ""))}>
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <StateCell row={row} />
        </dd>
        <dt>Source</dt>
        <dd class="wrap-anywhere">
          <span class="font-mono text-xs">{row.source.bucket}</span>
          <span class="block text-xs text-ink-3">{contextTextById(contexts.list, row.source.context_id)}</span>
        </dd>
        <dt>Target</dt>
        <dd class="wrap-anywhere">
          <span class="font-mono text-xs">{row.target.bucket}</span>
          <span class="block text-xs text-ink-3">{contextTextById(contexts.list, row.target.context_id)}</span>
        </dd>
        <dt>Compares</dt>
        <dd>{comparedParts(row)}</dd>
        <dt>Started</dt>
        <dd>
          <Ago at={row.created_at} />
          {row.started_by.email !== null && <span class="block text-xs text-ink-3">by {row.started_by.email}</span>}
        </dd>
        {row.progress !== null && (
          <>
            <dt>Progress</dt>
            <dd>
              {int(row.progress.done)} {row.progress.unit}
            </dd>
          </>
        )}
      </dl>
      <div q:slot="actions" class="contents">
        <NavLink href={comparisonHref(row.id, row.source.context_id)} class="btn btn-primary flex-1">
          <Icon name="arrow-right" /> Open
        </NavLink>
      </div>
    </Panel>
  )
})
