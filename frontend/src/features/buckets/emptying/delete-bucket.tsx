import { $, component$, type QRL, type Signal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import { ConfirmDialog, orGone, type Subject, useAction } from "~/components/action"
import { Icon } from "~/components/ui/icon"
import { CopyAs } from "~/components/ui/copy-as"
import { EndingDialog } from "~/features/buckets/emptying/ending-dialog"
import { useEnding } from "~/features/buckets/emptying/use-ending"
import { deleteCommands } from "~/features/buckets/delete-commands"
import { useExecutionContexts } from "~/lib/execution-contexts"

interface DeletionTarget extends Subject {
  readonly context: string
}

/** Copies all fields now: reading them later fails when the page is gone. */
const deletionTarget = (bucket: string, context: string): DeletionTarget => ({
  id: `${context}/${bucket}`,
  name: bucket,
  context
})

const placeOf = ({ context, name }: DeletionTarget) => ({ contextId: context, bucket: name })

const DeleteText = component$<{ readonly subject: DeletionTarget }>(({ subject: { context, name } }) => {
  const contexts = useExecutionContexts()
  return (
    <div class="grid min-w-0 gap-3">
      <p>
        Bucket <b class="font-mono wrap-anywhere text-ink">{name}</b> is empty. It is deleted permanently, and others
        can take its name.
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

interface DeleteBucketProps {
  readonly bucket: string
  readonly contextId: string
  readonly objects: number | null
  readonly changed: Signal<number>
  readonly onDeleted$: QRL<(bucket: string) => unknown>
  readonly label?: string
}

export const DeleteBucket = component$<DeleteBucketProps>(
  ({ bucket, changed, contextId, label, objects, onDeleted$ }) => {
    const ending = useEnding(bucket, contextId)
    const remove = useAction({
      run$: $(async (target: DeletionTarget) => {
        try {
          return await callIn(placeOf(target), "DELETE /api/manager/buckets/:bucket_name", {
            query: { confirm_name: target.name }
          })
        } catch (cause) {
          if (asProblem(cause).code !== "bucket_not_empty") throw cause
          // The count of the gateway lags behind.
          await ending.ask$("delete")
          return null
        }
      }),
      toast$: $((deleted: object | null, { name }: DeletionTarget) =>
        deleted === null ? null : { text: `${name} is deleted` }
      ),
      after$: $((deleted: object | null, { name }: DeletionTarget) => deleted !== null && onDeleted$(name)),
      again$: $((target: DeletionTarget) =>
        orGone(
          callIn(placeOf(target), "GET /api/manager/buckets/:bucket_name").then(({ name }) => ({ ...target, name }))
        )
      )
    })
    return (
      <>
        <button
          type="button"
          class="btn btn-secondary text-danger"
          disabled={contextId === "" || ending.busy.value || remove.state.busy}
          onClick$={() => {
            if (objects === 0) remove.pending.value = deletionTarget(bucket, contextId)
            else return ending.ask$("delete")
          }}
        >
          <Icon name={ending.busy.value ? "loader-circle" : "trash-2"} class={ending.busy.value ? "spin" : ""} />
          {label ?? "Delete bucket"}
        </button>
        <ConfirmDialog
          action={remove}
          id="delete-bucket"
          title="Delete"
          named
          button="Delete bucket"
          typed="name"
          about={DeleteText}
        />
        <EndingDialog open={ending.open} changed={changed} onDeleted$={onDeleted$} />
      </>
    )
  }
)
