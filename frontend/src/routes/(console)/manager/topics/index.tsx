import { $, component$, useContextProvider, useSignal } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { callIn } from "~/client/call"
import type { Editing } from "~/components/action"
import { Listing, useListing } from "~/components/listing"
import { columns } from "~/components/resource-table"
import { EndpointCell, UsesCell, TransportCell } from "~/features/iam/topics/cells"
import { readUses, type TopicRow, type TopicUses, TRANSPORT_OPTIONS, transportLabel } from "~/features/iam/topics/topic"
import { TopicDialog } from "~/features/iam/topics/topic-dialog"
import { TopicTestDialog } from "~/features/iam/topics/test-dialog"
import { TopicPanel } from "~/features/iam/topics/topic-panel"
import { UsesContext } from "~/features/iam/topics/uses"
import { useExecutionContexts } from "~/lib/execution-contexts"

const COLUMNS = columns<TopicRow, "name" | "attributes.push_endpoint">([
  { key: "name", label: "Name", width: "name", priority: 1, sortable: true },
  { key: "attributes.push_endpoint", label: "Pushes to", width: "l", priority: 2, sortable: true, cell: EndpointCell },
  {
    key: "transport",
    label: "By",
    width: "m",
    priority: 2,
    cell: TransportCell,
    text$: $((row: TopicRow) => transportLabel(row))
  },
  { key: "uses", label: "Told by", width: "s", priority: 3, cell: UsesCell, text$: $(() => "") },
  { key: "arn", label: "ARN", width: "l", priority: 4, format: "mono", optional: true }
])

const FILTERS = [
  { kind: "choice", many: true, name: "transport", label: "By", of: "attributes.transport", options: TRANSPORT_OPTIONS }
] as const

export default component$(() => {
  const contexts = useExecutionContexts()
  const creating = useSignal<Editing<TopicRow> | null>(null)
  const testing = useSignal<object | null>(null)
  const uses = useSignal<TopicUses | null>(null)
  useContextProvider(UsesContext, uses)
  const topics = useListing(COLUMNS, {
    id: "topics",
    title: "Topics",
    noun: { one: "topic", many: "topics" },
    rowKey: "arn",
    sort: "name",
    search: "Search topics and where they push to",
    searchIn: ["name", "arn", "attributes.push_endpoint"],
    filters: FILTERS,
    whole$: $(async ({ signal }): Promise<ReadonlyArray<TopicRow>> => {
      const [contextId, endpoint] = [contexts.current?.id ?? "", contexts.current?.endpoint_url ?? ""]
      const { items } = await callIn({ contextId }, "GET /api/manager/topics", { signal })
      uses.value = null
      // in parallel; on failure the column stays empty
      void readUses(contextId).then(
        (found) => {
          uses.value = found
        },
        () => undefined
      )
      return items.map((topic) => ({ ...topic, contextId, endpoint }))
    }),
    begin: [
      { intent: "test", label: "Test notifications", icon: "radar", opens: testing },
      { intent: "create", label: "Create topic", icon: "plus", opens: creating }
    ],
    empty: {
      icon: "activity",
      title: "No topic yet",
      text:
        "A topic says where a gateway tells of what happens to objects: to an HTTP listener, AMQP or Kafka. " +
        "Buckets name it in their notifications."
    }
  })
  return (
    <Listing listing={topics} panel={TopicPanel}>
      <TopicTestDialog open={testing} />
      <TopicDialog open={creating} listing={topics} />
    </Listing>
  )
})

export const head: DocumentHead = { title: "Topics" }
