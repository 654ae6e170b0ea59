import { component$, noSerialize, type NoSerialize, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import type { CodeEditor } from "~/components/code/code-mirror"
import { isSameValue } from "./draft"
import { useEditing } from "./editing"
import { editorOf } from "./editors"
import { onPage } from "./feature"
import { readable } from "./line-diff"
import { readDraft } from "./read-draft"

export const JsonEditor = component$(() => {
  const editing = useEditing()
  const place = useSignal<HTMLElement>()
  const editor = useSignal<NoSerialize<CodeEditor>>()
  const failed = useSignal("")
  const { label } = onPage(editing.feature)
  useVisibleTask$(
    async ({ cleanup }) => {
      const { text } = editorOf(editing.feature)
      let isRemoved = false
      cleanup(() => {
        isRemoved = true
        editor.value?.destroy()
      })
      try {
        const { mountCode } = await import("~/components/code/code-mirror")
        if (isRemoved || !place.value) return
        place.value.replaceChildren()
        editor.value = noSerialize(
          mountCode({
            parent: place.value,
            text: readable(editing.draft, text),
            label: `${label} as ${text === undefined ? "JSON" : "text"}`,
            describedBy: `${editing.feature}-json-note`,
            onChange: (input) => {
              const parsed = readDraft(input, text)
              if ("unread" in parsed) editing.unread = parsed.unread
              else {
                editing.unread = ""
                if (!isSameValue(parsed.draft, editing.draft)) editing.draft = parsed.draft
              }
            }
          })
        )
      } catch (cause) {
        failed.value = asProblem(cause).message
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const draft = track(() => editing.draft)
      const view = track(() => editor.value)
      const { text } = editorOf(editing.feature)
      if (!view || editing.unread !== "") return
      const read = readDraft(view.text(), text)
      // the draft was changed elsewhere, for example by a template
      if ("unread" in read || !isSameValue(read.draft, draft)) view.set(readable(draft, text))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => editor.value)?.tell(track(() => editing.faults))
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => editor.value)?.lock(track(() => editing.busy))
    },
    { strategy: "document-ready" }
  )
  return (
    <div class="min-w-0">
      <div class="min-w-0 overflow-hidden rounded-ctl border border-line-strong" data-testid="json">
        <div ref={place}>
          <span class="skeleton m-3 block h-40" />
        </div>
      </div>
      {failed.value !== "" && (
        <p role="alert" class="alert alert-danger mt-2">
          The editor could not be loaded. {failed.value}
        </p>
      )}
      <p
        id={`${editing.feature}-json-note`}
        class={["mt-1 text-xs", editing.unread ? "text-danger" : "text-ink-3"]}
        role="status"
      >
        {editing.unread || "Nothing at all takes it away. Escape, then Tab leads on."}
      </p>
    </div>
  )
})
