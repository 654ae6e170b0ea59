import { component$ } from "@builder.io/qwik"
import type { Table } from "~/components/resource-table"
import { Icon } from "~/components/ui/icon"
import { useExecutionContexts } from "~/lib/execution-contexts"

const UNREACHED = new Set(["storage_unavailable", "storage_timeout", "endpoint_unreachable", "unavailable"])

export const NotReached = component$<{ readonly table: Table }>(({ table }) => {
  const contexts = useExecutionContexts()
  const problem = table.problem.value
  if (!problem || !UNREACHED.has(problem.code)) return null
  return (
    <p class="alert alert-warn mx-5 mb-3" role="status">
      <Icon name="wifi-off" />
      <span class="min-w-0">
        Storage endpoint <b class="font-medium">{contexts.current?.endpoint_name}</b> cannot be reached.{" "}
        {table.state.count > 0
          ? "The entries below were read before that, and were not checked since."
          : "What is in this bucket was not checked: it is not known whether it is empty."}
      </span>
    </p>
  )
})
