import { $, component$, type QRL } from "@builder.io/qwik"
import { ActionButton, ConfirmDialog, useAction } from "~/components/action"
import type { RunPlace } from "~/components/operations/operation"
import type { Run } from "./run"
import { askRun } from "./run-place"

export interface UndoQuestion {
  readonly title: string
  readonly text: string
}

interface Subject {
  readonly id: number
  readonly name: string
  readonly place: RunPlace
  readonly text: string
}

interface RunActionsProps {
  readonly run: Pick<Run, "id" | "title" | "wishes">
  readonly place: RunPlace
  readonly question?: UndoQuestion
  readonly onChanged$: QRL<(run: Run) => void>
}

const QUESTION: UndoQuestion = {
  title: "Undo this run",
  text: "Each change of this run is put back, unless somebody changed it again since."
}

const UndoText = (props: { readonly subject: Subject }) => <p>{props.subject.text}</p>

/** Buttons that pause, resume, stop and undo a run. */
export const RunActions = component$<RunActionsProps>(
  ({ onChanged$, place, question = QUESTION, run: { id, title, wishes } }) => {
    const pause = useAction({
      run$: $((on: Subject) => askRun(on.place, on.id, "pause")),
      said$: $(() => null),
      after$: onChanged$
    })
    const resume = useAction({
      run$: $((on: Subject) => askRun(on.place, on.id, "resume")),
      said$: $(() => null),
      after$: onChanged$
    })
    const stop = useAction({
      run$: $((on: Subject) => askRun(on.place, on.id, "stop")),
      said$: $(() => null),
      after$: onChanged$
    })
    const undo = useAction({
      run$: $((on: Subject) => askRun(on.place, on.id, "undo")),
      said$: $(() => null),
      after$: onChanged$
    })
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
