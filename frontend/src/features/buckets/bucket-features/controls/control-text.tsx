import { component$, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { FieldNote } from "~/components/ui/field"
import type { Path } from "../draft"
import { at, errorAt, put, useEditing } from "../editing"

interface TextProps {
  readonly path: Path
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly mono?: boolean
  /** Lines; more than one is a text of several. */
  readonly rows?: number
  /** An empty box is this, not an empty text. */
  readonly empty?: "" | null
  /** Its label is for who cannot see what stands beside it. */
  readonly bare?: boolean
  /** Read and written as a whole number. */
  readonly number?: boolean
}

const shown = (value: unknown): string => value === null || value === undefined ? "" : String(value)

/**
 * A box for something of the draft. While somebody types in it, the box says what it holds; otherwise the draft does: a template, the
 * JSON editor and a row that left the list change it too.
 */
export const TextAt = component$<TextProps>((props) => {
  const editing = useEditing()
  const box = useSignal<HTMLElement & { value: string }>()
  const first = useSignal(shown(at(editing, props.path)))
  useTask$(({ track }) => {
    const now = shown(track(() => at(editing, props.path)))
    const element = box.value
    if (element && element !== document.activeElement && element.value !== now) element.value = now
  })
  const id = `${editing.feature}-${props.path.join("-")}`
  const error = errorAt(editing, props.path)
  const shared = {
    id, name: props.path.join("."), class: props.mono ? "input font-mono text-xs" : "input", placeholder: props.placeholder, maxLength: props.maxLength,
    spellcheck: props.mono ? false : undefined, "aria-invalid": error ? "true" as const : undefined, "aria-describedby": error || props.hint ? `${id}-note` : undefined,
    // an empty one is written into the box once it is drawn, over what was typed by then
    ...(first.value === "" ? {} : { value: first.value })
  }
  return (
    <div class="min-w-0">
      <label for={id} class={props.bare ? "sr-only" : "mb-1 block font-medium"}>{props.label}</label>
      {(props.rows ?? 1) > 1
        ? (
          <textarea
            {...shared} ref={box as Signal<HTMLTextAreaElement | undefined>} rows={props.rows} autocomplete="off" disabled={editing.busy}
            onInput$={(_, element) => put(editing, props.path, element.value === "" && props.empty === null ? null : element.value)}
          />
        )
        : (
          <input
            {...shared} ref={box as Signal<HTMLInputElement | undefined>} type="text" inputMode={props.number ? "numeric" : undefined} autoComplete="off" disabled={editing.busy}
            onInput$={(_, element) => {
              const typed = element.value
              // what is no number goes as it was typed: the service says what is wrong with it
              const value = props.number && /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : typed
              put(editing, props.path, typed.trim() === "" && (props.empty === null || props.number) ? null : value)
            }}
          />
        )}
      <FieldNote id={`${id}-note`} error={error || undefined} hint={props.hint} />
    </div>
  )
})
