import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { deleteCommands } from "~/features/buckets/delete-commands"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { inBucket } from "~/lib/bucket-place"
import { useGo } from "~/lib/use-go"

interface DeletionTarget extends Subject {
  readonly context: string
}

/** Copies all fields now: reading them later fails when the page is gone. */
export const deletionTarget = (bucket: string, context: string): DeletionTarget => ({
  id: `${context}/${bucket}`,
  name: bucket,
  context
})

const place = ({ context, name }: DeletionTarget) => inBucket({ contextId: context, bucket: name })

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject: { context, name } }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid min-w-0 gap-3">
      <p>
        Bucket <b class="font-mono wrap-anywhere text-ink">{name}</b> goes for good, and its name may be taken by
        somebody else. Only an empty bucket can be deleted.
      </p>
      <CopyAs
        commands={deleteCommands(
          name,
          context,
          contexts.current?.id === context ? (contexts.current.endpoint_url ?? "") : ""
        )}
        about={`deletes ${name}`}
      />
    </div>
  )
})

export const DeleteBucket = component$<{ readonly doomed: DeletionTarget; readonly all: string }>(({ all, doomed }) => {
  const go = useGo()
  const remove = useAction({
    run$: $((doomed: DeletionTarget) =>
      call("DELETE /api/manager/buckets/:bucket_name", {
        ...place(doomed),
        query: { ...place(doomed).query, confirm_name: doomed.name }
      })
    ),
    done: "is deleted",
    // replace the history entry, so that Back skips the deleted bucket
    after$: $(() => go(all, true)),
    again$: $((doomed: DeletionTarget) =>
      orGone(call("GET /api/manager/buckets/:bucket_name", place(doomed)).then(({ name }) => ({ ...doomed, name })))
    )
  })
  return (
    <>
      <ActionButton
        action={remove}
        on={doomed}
        asks
        label="Delete bucket"
        icon="trash-2"
        class="btn-secondary text-danger"
      />
      <ConfirmDialog
        action={remove}
        id="delete-bucket"
        title="Delete"
        named
        button="Delete bucket"
        typed="name"
        about={DeleteText}
      />
    </>
  )
})
