import { component$ } from "@builder.io/qwik"
import { LockedControl } from "~/components/ui/locked-control"
import { EmptyState } from "~/components/ui/states"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { ExplorerPage } from "./explorer-page"

export const BucketObjects = component$(() => {
  const { current } = useExecutionContexts()
  if (current?.capabilities.can_browse_objects !== false) return <ExplorerPage />
  return (
    <div class="grid flex-1 place-items-center overflow-y-auto p-6">
      <EmptyState icon="lock" title="Objects cannot be shown here" text={`${current.name} may not look into buckets.`}>
        <LockedControl id="objects-locked" label="Why not" of="objects" />
      </EmptyState>
    </div>
  )
})
