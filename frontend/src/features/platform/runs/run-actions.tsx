import { $, component$, type QRL } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { RunPlace } from "~/components/operations/operation"
import { counted } from "~/lib/format"
import type { Run } from "./run"
import { sendRunAction } from "./run-place"

interface Subject {
  readonly id: number
  readonly name: string
  readonly place: RunPlace
  readonly text: string
}

interface RunActionsProps {
  readonly run: Pick<Run, "id" | "kind" | "title" | "undoable" | "wishes">
  readonly place: RunPlace
  readonly onChanged$: QRL<(run: Run) => void>
}

const undoQuestion = ({ kind, undoable }: Pick<Run, "kind" | "undoable">) => {
  if (kind === "registration_import")
    return {
      title: "Undo bringing in",
      text:
        `${counted(undoable, "registration")} will be unlinked, and the keys that this run made are deleted on ` +
        "the gateway. Whatever was changed since it was brought in stays."
    }
  if (kind === "key_rotation" || kind === "cluster_key_rotation")
    return {
      title: "Undo this rotation",
      text:
        `${counted(undoable, "old key")} will be switched on again and used as before. The keys that this rotation ` +
        "made are deleted."
    }
  return {
    title: "Undo this run",
    text: "Each change of this run is put back, unless somebody changed it again since."
  }
}

const UndoText = (props: { readonly subject: Subject }) => <p>{props.subject.text}</p>

export const RunActions = component$<RunActionsProps>(
  ({ onChanged$, place, run: { id, kind, title, undoable, wishes } }) => {
    const pause = useAction({
      run$: $((on: Subject) => sendRunAction(on.place, on.id, "pause")),
      toast$: $(() => null),
      after$: onChanged$
    })
    const resume = useAction({
      run$: $((on: Subject) => sendRunAction(on.place, on.id, "resume")),
      toast$: $(() => null),
      after$: onChanged$
    })
    const stop = useAction({
      run$: $((on: Subject) => sendRunAction(on.place, on.id, "stop")),
      toast$: $(() => null),
      after$: onChanged$
    })
    const undo = useAction({
      run$: $((on: Subject) => sendRunAction(on.place, on.id, "undo")),
      toast$: $(() => null),
      after$: onChanged$
    })
    const question = undoQuestion({ kind, undoable })
    const subject: Subject = { id, name: title, place, text: question.text }
    // keyed, or a button is reused for another one, with its label
    return (
      <>
        {wishes.includes("pause") && (
          <span key="pause" class="contents">
            <ActionButton action={pause} on={subject} label="Pause" icon="pause" />
          </span>
        )}
        {wishes.includes("resume") && (
          <span key="resume" class="contents">
            <ActionButton action={resume} on={subject} label="Resume" icon="play" />
          </span>
        )}
        {wishes.includes("stop") && (
          <span key="stop" class="contents">
            <ActionButton action={stop} on={subject} label="Stop" icon="ban" />
          </span>
        )}
        {wishes.includes("undo") && (
          <span key="undo" class="contents">
            <ActionButton action={undo} on={subject} asks label="Undo" icon="refresh-cw" />
          </span>
        )}
        <ConfirmDialog action={undo} id="undo-run" title={question.title} button="Undo" about={UndoText} />
      </>
    )
  }
)
