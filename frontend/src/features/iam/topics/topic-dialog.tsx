import { $, component$, type Signal } from "@builder.io/qwik"
import { EditDialog, type Editing } from "~/components/action"
import type { ListingState } from "~/components/listing"
import type { FormValues } from "~/components/ui/form"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { createTopic, type Topic, type TopicRow, updateTopic } from "./topic"
import { TopicFields } from "./topic-fields"
import { topicInput } from "./topic-input"

export const TopicDialog = component$<{
  readonly open: Signal<Editing<TopicRow> | null>
  readonly listing: ListingState
}>(({ listing, open }) => {
  const contexts = useExecutionContexts()
  return (
    <EditDialog
      id="topic"
      open={open}
      title="Create topic"
      submit="Create topic"
      wide
      fields={TopicFields}
      listing={listing}
      shows
      save$={$(
        (values: FormValues, row: TopicRow | undefined): Promise<Topic> =>
          row === undefined
            ? createTopic(contexts.current?.id ?? "", values["name"] ?? "", topicInput(values, row))
            : updateTopic(row, topicInput(values, row))
      )}
      toast$={$(({ name }: Topic, row: TopicRow | undefined) => ({
        text: row === undefined ? `${name} is made` : `${name} is changed`
      }))}
    />
  )
})
