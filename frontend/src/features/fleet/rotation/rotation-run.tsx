import { $, component$ } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { RunPlace } from "~/components/operations/operation"
import { counted } from "~/lib/format"
import { useOperations } from "~/lib/operations"
import { isRunEnded, type Run } from "../../platform/runs/run"
import type { RunAddress } from "../../platform/runs/run-address"
import { RunReport } from "../../platform/runs/run-report"
import { useRun } from "../../platform/runs/use-run"

const PLACE: RunPlace = { workspace: "admin" }

interface Subject {
  readonly id: number
  readonly name: string
  readonly keys: number
}

const leavesOldKeys = (run: Run): boolean => run.kind === "key_rotation" && isRunEnded(run) && run.undoable > 0

const DeleteText = (props: { readonly subject: Subject }) => (
  <p>
    {counted(props.subject.keys, "key")} that this rotation switched off will be deleted on the gateway. After that it
    cannot be undone.
  </p>
)

export const RotationRun = component$<{ readonly id: number; readonly address: RunAddress }>(({ address, id }) => {
  const operations = useOperations()
  const followed = useRun(PLACE, id)
  const remove = useAction({
    run$: $((run: Subject) => call("DELETE /api/admin/key-rotation/:run_id/old-keys", { params: { run_id: run.id } })),
    toast$: $(() => null),
    after$: $(async (run: Run) => {
      const { showRun } = await import("../../platform/runs/show-run")
      showRun(operations, run, PLACE)
      address.run = String(run.id)
    })
  })
  const { run } = followed.state
  return (
    <>
      <RunReport run={followed} place={PLACE} head="Whose" detailHead="Endpoint">
        {run !== null && leavesOldKeys(run) && (
          <ActionButton
            key="remove"
            action={remove}
            on={{ id: run.id, name: run.title, keys: run.undoable }}
            asks
            label="Delete the old keys"
            icon="trash-2"
            class="btn-danger"
          />
        )}
      </RunReport>
      {run !== null && (
        <ConfirmDialog
          action={remove}
          id="delete-old-keys"
          title="Delete the old keys"
          button="Delete"
          about={DeleteText}
        />
      )}
    </>
  )
})
