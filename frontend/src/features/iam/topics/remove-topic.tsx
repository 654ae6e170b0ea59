import { $, component$, type QRL } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { counted } from "~/lib/format"
import { deleteCommands, readTopic, readUses, type TopicRow } from "./topic"
import { bucketsOf, unknownUses, useUnknownUses, usesOfTopic, useUses } from "./uses"

interface DeletionTarget extends Subject {
  readonly row: TopicRow
  readonly buckets: ReadonlyArray<string>
  readonly unknown: string
}

const DeleteTopicText = component$<{ readonly subject: DeletionTarget }>(({ subject }) => (
  <>
    <p>The topic is gone at once, and with it what is still queued for it.</p>
    {subject.buckets.length > 0 && (
      <p class="alert alert-warn mt-3 wrap-anywhere" data-testid="topic-in-use">
        <span>
          {counted(subject.buckets.length, "bucket still names", "buckets still name")} it:{" "}
          {subject.buckets.slice(0, 5).join(", ")}
          {subject.buckets.length > 5 && " …"}. Their notifications stay behind and tell nobody: take them away first,
          or after.
        </span>
      </p>
    )}
    {subject.unknown !== "" && (
      <p class="alert alert-warn mt-3 wrap-anywhere" data-testid="topic-uses-unknown">
        <span>
          Whether {subject.buckets.length === 0 ? "any bucket uses" : "other buckets use"} it is not known.{" "}
          {subject.unknown} Their notifications would stay behind and tell nobody.
        </span>
      </p>
    )}
    <div class="mt-3">
      <CopyAs commands={deleteCommands(subject.row)} about={`Deleting ${subject.name}`} />
    </div>
  </>
))

export const RemoveTopic = component$<{
  readonly row: TopicRow
  readonly onGone$: QRL<() => unknown>
  readonly onStale$: QRL<() => unknown>
}>(({ onGone$, onStale$, row }) => {
  const uses = useUses(row.arn)
  const unknown = useUnknownUses()
  const action = useAction({
    run$: $(({ buckets, name, row, unknown }: DeletionTarget) =>
      callIn(row, "DELETE /api/manager/topics/:topic_arn", {
        params: { topic_arn: row.arn },
        query: {
          confirm_name: name,
          ...(buckets.length > 0 || unknown !== "" ? { despite_uses: "true" as const } : {})
        }
      })
    ),
    after$: $(() => onGone$()),
    again$: $(async (subject: DeletionTarget) => {
      await onStale$()
      if ((await orGone(readTopic(subject.row))) === null) return null
      const now = await readUses(subject.row.contextId)
      return { ...subject, buckets: bucketsOf(usesOfTopic(now, subject.row.arn) ?? []), unknown: unknownUses(now) }
    }),
    done: "is deleted"
  })
  return (
    <>
      <ActionButton
        action={action}
        on={{ id: row.arn, name: row.name, row, buckets: bucketsOf(uses ?? []), unknown }}
        asks
        iconOnly
        label={`Delete ${row.name}`}
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={action}
        id="delete-topic"
        title="Delete"
        named
        button="Delete topic"
        typed="name"
        about={DeleteTopicText}
      />
    </>
  )
})
