import { component$, type Signal, useSignal, useTask$ } from "@builder.io/qwik"
import { FieldNote } from "~/components/ui/field"
import type { Path } from "../draft"
import { draftValue, errorAt, setDraftValue, useEditing } from "../editing"

interface TextProps {
  readonly path: Path
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string
  readonly maxLength?: number
  readonly mono?: boolean
  readonly rows?: number
  readonly empty?: "" | null
  readonly bare?: boolean
  readonly number?: boolean
}

const textOf = (value: unknown): string => (value === null || value === undefined ? "" : String(value))

/** Shows what the user types while it has focus, otherwise the draft, which other controls change too. */
export const TextAt = component$<TextProps>((props) => {
  const editing = useEditing()
  const box = useSignal<HTMLElement & { value: string }>()
  const first = useSignal(textOf(draftValue(editing, props.path)))
  useTask$(({ track }) => {
    const draftText = textOf(track(() => draftValue(editing, props.path)))
    const element = box.value
    if (element && element !== document.activeElement && element.value !== draftText) element.value = draftText
  })
  const id = `${editing.feature}-${props.path.join("-")}`
  const error = errorAt(editing, props.path)
  const shared = {
    id,
    name: props.path.join("."),
    class: props.mono ? "input font-mono text-xs" : "input",
    placeholder: props.placeholder,
    maxLength: props.maxLength,
    spellcheck: props.mono ? false : undefined,
    "aria-invalid": error ? ("true" as const) : undefined,
    "aria-describedby": error || props.hint ? `${id}-note` : undefined,
    // an empty value would be written after the first rendering, over what the user has typed by then
    ...(first.value === "" ? {} : { value: first.value })
  }
  return (
    <div class="min-w-0">
      <label for={id} class={props.bare ? "sr-only" : "mb-1 block font-medium"}>
        {props.label}
      </label>
      {(props.rows ?? 1) > 1 ? (
        <textarea
          {...shared}
          ref={box as Signal<HTMLTextAreaElement | undefined>}
          rows={props.rows}
          autocomplete="off"
          disabled={editing.busy}
          onInput$={(_, element) =>
            setDraftValue(editing, props.path, element.value === "" && props.empty === null ? null : element.value)
          }
        />
      ) : (
        <input
          {...shared}
          ref={box as Signal<HTMLInputElement | undefined>}
          type="text"
          inputMode={props.number ? "numeric" : undefined}
          autoComplete="off"
          disabled={editing.busy}
          onInput$={(_, element) => {
            const typed = element.value
            // pass on what is not a number: the service reports the error
            const value = props.number && /^\d{1,15}$/.test(typed.trim()) ? Number(typed) : typed
            setDraftValue(
              editing,
              props.path,
              typed.trim() === "" && (props.empty === null || props.number) ? null : value
            )
          }}
        />
      )}
      <FieldNote id={`${id}-note`} error={error || undefined} hint={props.hint} />
    </div>
  )
})
