import { component$ } from "@builder.io/qwik"
import { commandIn } from "~/lib/command"
import { type Action, ActionButton } from "~/components/action"
import { CopyAs } from "~/components/ui/copy-as"
import { DiffView } from "~/components/diff/diff-view"
import { useExecutionContexts } from "~/lib/execution-contexts"
import { undoCommands } from "./commands"
import { type Change, type FeatureName, onPage } from "./feature"
import { readable } from "./line-diff"

export interface UndoSubject {
  readonly id: number
  readonly name: string
  readonly change: Change
  readonly bucket: string
  readonly context: string
}

const textOf = (feature: FeatureName): string | undefined => (feature === "policy" ? "text" : undefined)

export const UndoText = component$<{ readonly subject: UndoSubject }>(({ subject: { bucket, change, context } }) => {
  const contexts = useExecutionContexts()
  const endpoint = contexts.current?.id === context ? (contexts.current.endpoint_url ?? "") : ""
  return (
    <div class="grid min-w-0 gap-3">
      <p>
        What stood before this change comes back in bucket <b class="font-mono wrap-anywhere text-ink">{bucket}</b>, if
        nothing changed it since.
      </p>
      <DiffView
        before={readable(change.after, textOf(change.feature))}
        after={readable(change.before, textOf(change.feature))}
        label="What undoing changes"
      />
      <CopyAs
        commands={[
          // awscli does not check for later changes, and curl needs the document that was sent
          ...(endpoint === ""
            ? []
            : undoCommands(change.feature, change.before, { bucket, endpoint }).filter(
                ({ tool }) => tool === "awscli"
              )),
          commandIn({ contextId: context, bucket }, "POST /api/manager/buckets/:bucket_name/history/:change_id/undo", {
            params: { change_id: change.id }
          })
        ]}
        about={`undoes the change of ${onPage(change.feature).label}`}
      />
    </div>
  )
})

interface ChangeProps {
  readonly change: Change
  readonly bucket: string
  readonly contextId: string
  readonly undo: Action<UndoSubject>
}

export const ChangePanel = component$<ChangeProps>(({ bucket, change, contextId, undo }) => (
  <div class="grid min-w-0 gap-3 border-t border-line p-4">
    <DiffView
      before={readable(change.before, textOf(change.feature))}
      after={readable(change.after, textOf(change.feature))}
      label={`What change ${change.id} did`}
    />
    {change.former ? (
      <p class="text-xs text-ink-3">
        It was made in an earlier bucket of this name, which is gone: it cannot be undone.
      </p>
    ) : change.undone_by === null ? (
      <div>
        <ActionButton
          action={undo}
          on={{ id: change.id, name: onPage(change.feature).label, change, bucket, context: contextId }}
          asks
          label="Undo this change"
          icon="history"
          class="btn-secondary"
        />
      </div>
    ) : (
      <p class="text-xs text-ink-3">Change {change.undone_by} took it back.</p>
    )}
  </div>
))
