import { $, component$ } from "@builder.io/qwik"
import { openRow, type PanelProps } from "~/components/listing"
import { NavLink } from "~/components/ui/nav-link"
import { Panel } from "~/components/ui/panel"
import { onPage } from "~/features/buckets/bucket-features/feature"
import { FeatureState } from "~/features/buckets/feature-states/feature-state"
import { bucketHref } from "~/lib/bucket-place"
import { useExecutionContexts } from "~/lib/execution-contexts"
import type { ListedRule, Rule } from "./rule"

const textOf = (value: Rule["params"][string] | undefined): string =>
  value === null || value === undefined ? "—" : typeof value === "object" ? value.join(", ") : String(value)

export const RulePanel = component$<PanelProps<ListedRule>>(({ listing, row }) => {
  const contexts = useExecutionContexts()
  const { label, tab } = onPage(row.feature)
  return (
    <Panel
      kind={label}
      title={row.rule === null ? row.bucket : `${row.bucket}, rule ${row.rule}`}
      onClose$={$(() => openRow(listing, ""))}
    >
      <FeatureState state={row.state} hasSummary={Object.keys(row.params).length > 0} />
      {row.problem !== null && (
        <p class="alert alert-warn mt-4">
          {row.problem.detail}
          {row.problem.storage_code === null ? "" : ` (${row.problem.storage_code})`}
        </p>
      )}
      <dl class="facts mt-5">
        {Object.entries(row.params).map(([name, value]) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={`${name} value`} class="break-words">
            {textOf(value)}
          </dd>
        ])}
      </dl>
      <div q:slot="actions" class="contents">
        <NavLink
          href={bucketHref({ bucket: row.bucket, contextId: contexts.current?.id ?? "" }, tab)}
          class="btn btn-primary flex-1"
        >
          Edit in the bucket
        </NavLink>
      </div>
    </Panel>
  )
})
