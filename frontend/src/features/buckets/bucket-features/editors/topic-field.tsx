import { $, component$, useSignal } from "@builder.io/qwik"
import { callIn } from "~/client/call"
import { asProblem } from "~/client/problem-error"
import type { Path } from "../draft"
import { draftValue, setDraftValue, useEditing } from "../editing"

interface TopicName {
  readonly name: string
  readonly arn: string
}

export const TopicField = component$<{ readonly path: Path }>(({ path }) => {
  const editing = useEditing()
  const topics = useSignal<ReadonlyArray<TopicName> | null>(null)
  const status = useSignal("")
  const read$ = $(async () => {
    status.value = "Reading…"
    try {
      const { items } = await callIn(editing.place, "GET /api/manager/topics")
      topics.value = items.map(({ arn, name }) => ({ arn, name }))
      status.value = items.length === 0 ? "This account has no topic yet." : ""
    } catch (cause) {
      status.value = asProblem(cause).message
    }
  })
  const target = draftValue<string | undefined>(editing, path) ?? ""
  const id = `${editing.feature}-${path.join("-")}-known`
  return (
    <div class="flex min-w-0 flex-col justify-end">
      {topics.value === null || topics.value.length === 0 ? (
        <button type="button" class="btn btn-secondary self-start" disabled={editing.busy} onClick$={read$}>
          Choose a topic
        </button>
      ) : (
        <>
          <label for={id} class="mb-1 block font-medium">
            Topics of this account
          </label>
          <select
            id={id}
            class="input"
            disabled={editing.busy}
            onChange$={(_, element) => {
              if (element.value !== "") setDraftValue(editing, path, element.value)
            }}
          >
            <option value="" selected={!topics.value.some(({ arn }) => arn === target)}>
              Another, by its ARN
            </option>
            {topics.value.map(({ arn, name }) => (
              <option key={arn} value={arn} selected={arn === target}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
      <p role="status" class="mt-1 text-xs wrap-anywhere text-ink-3">
        {status.value}
      </p>
    </div>
  )
})
