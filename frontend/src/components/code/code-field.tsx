import {
  component$,
  noSerialize,
  type NoSerialize,
  type Signal,
  useContext,
  useSignal,
  useVisibleTask$
} from "@builder.io/qwik"
import { asProblem } from "~/client/problem-error"
import { FieldNote } from "../ui/field"
import { FormContext } from "../ui/form"
import type { CodeEditor } from "./code-mirror"

interface CodeFieldProps {
  readonly name: string
  readonly label: string
  readonly text: Signal<string>
  readonly hint?: string
  readonly faults?: Signal<ReadonlyArray<{ readonly path: string; readonly message: string }>>
}

/** The text area is submitted and remains usable if the lazy-loaded editor fails. */
export const CodeField = component$<CodeFieldProps>(({ faults, hint, label, name, text }) => {
  const form = useContext(FormContext)
  const id = `${form.id}-${name}`
  const place = useSignal<HTMLElement>()
  const area = useSignal<HTMLTextAreaElement>()
  const editor = useSignal<NoSerialize<CodeEditor>>()
  const failed = useSignal("")
  const first = useSignal(text.value)
  useVisibleTask$(
    async ({ cleanup }) => {
      let isDisposed = false
      cleanup(() => {
        isDisposed = true
        editor.value?.destroy()
      })
      try {
        const { mountCode } = await import("./code-mirror")
        if (isDisposed || !place.value) return
        editor.value = noSerialize(
          mountCode({
            parent: place.value,
            text: text.value,
            label,
            describedBy: `${id}-note`,
            onChange: (typed) => {
              text.value = typed
              if (!area.value || area.value.value === typed) return
              area.value.value = typed
              area.value.dispatchEvent(new Event("input", { bubbles: true }))
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
      const wanted = track(() => text.value)
      const currentEditor = track(() => editor.value)
      if (currentEditor && currentEditor.text() !== wanted) currentEditor.set(wanted)
      else if (area.value && area.value.value !== wanted) area.value.value = wanted
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const found = track(() => faults?.value)
      if (found !== undefined)
        track(() => editor.value)?.tell(
          found.map(({ message, path }) => ({ message, path: path.split(/[.[\]]+/).filter((part) => part !== "") }))
        )
    },
    { strategy: "document-ready" }
  )
  const error = form.fields[name]
  const mounted = editor.value !== undefined
  return (
    <div class="min-w-0">
      <span class="mb-1 block font-medium" aria-hidden="true">
        {label}
      </span>
      <div
        ref={place}
        class={[
          "min-w-0 overflow-hidden rounded-ctl border",
          error ? "border-danger" : "border-line-strong",
          !mounted && "hidden"
        ]}
        data-testid={`code-${name}`}
      />
      <textarea
        ref={area}
        id={id}
        name={name}
        class={mounted ? "sr-only" : "input font-mono text-xs"}
        rows={14}
        value={first.value}
        aria-label={label}
        aria-hidden={mounted ? "true" : undefined}
        tabIndex={mounted ? -1 : undefined}
        aria-invalid={error ? "true" : undefined}
        aria-describedby={`${id}-note`}
        spellcheck={false}
        onInput$={(_, typed) => {
          text.value = typed.value
        }}
        onFocus$={() => {
          editor.value?.focus()
        }}
      />
      {failed.value !== "" && (
        <p class="mt-1 text-xs text-ink-3" role="status">
          The editor could not be loaded; the text is edited as it is. {failed.value}
        </p>
      )}
      <FieldNote id={`${id}-note`} error={error} hint={hint ?? "Escape, then Tab leads on."} />
    </div>
  )
})
