import { $, component$, type QRL } from "@builder.io/qwik"
import { call } from "~/client/call"
import { ActionButton, useAction } from "~/components/action"
import type { Run } from "../../platform/runs/run"

interface Subject {
  readonly id: number
  readonly name: string
  readonly contextId: string
}

interface RunActionsProps {
  readonly id: number
  readonly title: string
  readonly contextId: string
  readonly allowed: Run["wishes"]
  readonly onChanged$: QRL<(run: Run) => void>
}

const placeOf = ({ contextId, id }: Subject) => ({ params: { run_id: id }, query: { context_id: contextId } })

/** Buttons that pause, resume and stop a run of a context. */
export const RunActions = component$<RunActionsProps>(({ allowed, contextId, id, onChanged$, title }) => {
  const pause = useAction({
    run$: $((on: Subject) => call("POST /api/manager/work/:run_id/pause", placeOf(on))),
    said$: $(() => null),
    after$: onChanged$
  })
  const resume = useAction({
    run$: $((on: Subject) => call("POST /api/manager/work/:run_id/resume", placeOf(on))),
    said$: $(() => null),
    after$: onChanged$
  })
  const stop = useAction({
    run$: $((on: Subject) => call("POST /api/manager/work/:run_id/stop", placeOf(on))),
    said$: $(() => null),
    after$: onChanged$
  })
  const subject: Subject = { id, name: title, contextId }
  return (
    <>
      {allowed.includes("pause") && (
        <span key="pause" class="contents">
          <ActionButton action={pause} on={subject} label="Pause" icon="pause" />
        </span>
      )}
      {allowed.includes("resume") && (
        <span key="resume" class="contents">
          <ActionButton action={resume} on={subject} label="Resume" icon="play" />
        </span>
      )}
      {allowed.includes("stop") && (
        <span key="stop" class="contents">
          <ActionButton action={stop} on={subject} label="Stop" icon="ban" />
        </span>
      )}
    </>
  )
})
