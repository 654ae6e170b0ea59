import { $, component$, type QRL, type Signal, sync$, useSignal, useTask$ } from "@builder.io/qwik"
import { CopyAs } from "~/components/ui/copy-as"
import { Dialog, DialogActions } from "~/components/ui/dialog"
import { Form, useForm } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import type { Command } from "~/lib/terminal"
import { SentenceDiff } from "~/components/diff/sentence-diff"
import { DiffView } from "~/components/diff/diff-view"
import type { Value } from "./feature"
import type { Objections } from "./objections"

export interface SaveQuestion {
  readonly label: string
  readonly bucket: string
  readonly value: Value | null
  readonly version: string
  readonly before: string
  readonly after: string
  readonly beforeSummary: string
  readonly afterSummary: string
  readonly warnings: ReadonlyArray<string>
  readonly commands: ReadonlyArray<Command>
  readonly removal?: string
  readonly objections?: Objections
}

interface SaveProps {
  readonly asked: Signal<SaveQuestion | null>
  readonly send$: QRL<(question: SaveQuestion) => Promise<void>>
}

const Asking = component$<{
  readonly subject: SaveQuestion
  readonly asked: Signal<SaveQuestion | null>
  readonly send$: SaveProps["send$"]
}>(({ asked: question, send$, subject: taken }) => {
  const form = useForm("save-feature")
  const about = useSignal(taken)
  const subject = about.value
  useTask$(({ track }) => {
    const now: SaveQuestion | null = track(() => question.value)
    if (now !== null && now.objections !== undefined) about.value = now
  })
  const removing = subject.value === null
  const { broken, losses } = subject.objections ?? { broken: [], losses: [] }
  const refused = broken.length + losses.length > 0
  return (
    <Form
      state={form}
      onSubmit$={$(async () => {
        await send$(about.value)
      })}
    >
      {/* ignore the second click of a double click */}
      <div
        class="contents"
        onClick$={sync$((event: MouseEvent) => {
          if (event.detail > 1) event.preventDefault()
        })}
      >
        <div class="grid min-w-0 gap-3 px-5 py-4">
          <p class="min-w-0 break-words text-ink-2">
            Bucket <b class="font-mono wrap-anywhere text-ink">{subject.bucket}</b>
          </p>
          <SentenceDiff before={subject.beforeSummary} after={subject.afterSummary} />
          {removing && subject.removal && <p class="text-ink-2">{subject.removal}</p>}
          {/* equal summaries say nothing: show JSON */}
          <details open={subject.beforeSummary === subject.afterSummary}>
            <summary class="w-fit rounded-ctl text-ink-2">As JSON</summary>
            <div class="mt-2">
              <DiffView before={subject.before} after={subject.after} label={`What changes in ${subject.label}`} />
            </div>
          </details>
          {subject.warnings.length > 0 && (
            <ul class="grid gap-1.5" aria-label="Worth knowing">
              {subject.warnings.map((text) => (
                <li key={text} class="alert alert-warn">
                  <Icon name="triangle-alert" />
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          )}
          {broken.length > 0 && (
            <div class="alert alert-danger" role="alert" data-testid="breaks">
              <Icon name="circle-x" />
              <ul class="grid min-w-0 gap-1" aria-label="Policy tests that would break">
                {broken.map((text) => (
                  <li key={text} class="min-w-0 break-words">
                    {text}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {losses.length > 0 && (
            <div class="alert alert-danger" role="alert" data-testid="losses">
              <Icon name="circle-x" />
              <ul class="grid min-w-0 gap-1" aria-label="Access that you would lose">
                {losses.map(({ message }) => (
                  <li key={message} class="min-w-0 break-words">
                    {message}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <CopyAs
            commands={subject.commands}
            about={removing ? `takes ${subject.label} away` : `saves ${subject.label}`}
          />
        </div>
        <DialogActions
          open={question}
          submit={
            refused
              ? `${removing ? "Remove" : "Save"} although ${losses.length > 0 ? "access is lost" : "tests break"}`
              : removing
                ? `Remove ${subject.label}`
                : `Save ${subject.label}`
          }
          busy={form.busy}
          danger={removing || refused}
        />
      </div>
    </Form>
  )
})

export const SaveDialog = component$<SaveProps>(({ asked: question, send$ }) => {
  const subject = question.value
  return (
    <Dialog
      open={question}
      title={subject === null ? "" : `${subject.value === null ? "Remove" : "Save"} ${subject.label}?`}
      wide
    >
      {subject !== null && (
        <Asking key={`${subject.label}-${subject.version}`} subject={subject} asked={question} send$={send$} />
      )}
    </Dialog>
  )
})
