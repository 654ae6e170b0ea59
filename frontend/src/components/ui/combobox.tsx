import { $, component$, type QRL, sync$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { int } from "~/lib/format"
import { type ComboOption, matchOptions, MAX_OPTIONS, findOptionByLabel } from "~/lib/match-options"

interface ComboboxProps {
  readonly id: string
  readonly name?: string
  readonly label?: string
  readonly options: ReadonlyArray<ComboOption>
  readonly searched?: boolean
  readonly note?: string
  readonly value?: string
  readonly placeholder?: string
  readonly required?: boolean
  readonly maxLength?: number
  readonly mono?: boolean
  readonly autoFocus?: boolean
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly class?: string
  readonly onText$?: QRL<(text: string) => unknown>
  readonly onChoose$?: QRL<(option: ComboOption) => unknown>
  readonly onOpen$?: QRL<() => unknown>
}

/** TypeScript's types lack `source`, the anchor of the position. */
interface Anchored extends HTMLElement {
  showPopover(options?: { readonly source: HTMLElement }): void
}

/** Editable combobox of the ARIA Authoring Practices; the focus stays in the input. */
export const Combobox = component$<ComboboxProps>((props) => {
  const input = useSignal<HTMLInputElement>()
  const list = useSignal<HTMLElement>()
  const text = useSignal(props.value ?? "")
  const isOpen = useSignal(false)
  const marked = useSignal(-1)
  const matches = props.searched === true ? props.options : matchOptions(props.options, text.value)
  const options = matches.slice(0, MAX_OPTIONS)
  const note =
    matches.length > options.length
      ? `The first ${int(options.length)} of ${int(matches.length)}: type more.`
      : props.note
  const isShown = isOpen.value && (options.length > 0 || (note ?? "") !== "")

  useVisibleTask$(
    ({ track }) => {
      const isListed = track(() => isOpen.value)
      track(() => [props.options, props.note, text.value])
      const [box, popup] = [input.value, list.value as Anchored | undefined]
      if (!box || !popup) return
      if (!isListed || popup.childElementCount === 0) {
        if (popup.matches(":popover-open")) popup.hidePopover()
        return
      }
      popup.style.width = `${box.offsetWidth}px`
      if (!popup.matches(":popover-open")) popup.showPopover({ source: box })
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const index = track(() => marked.value)
      list.value?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: "nearest" })
    },
    { strategy: "document-ready" }
  )
  const open$ = $(async () => {
    if (isOpen.value) return
    isOpen.value = true
    await props.onOpen$?.()
  })
  const choose$ = $(async (option: ComboOption) => {
    const box = input.value
    isOpen.value = false
    marked.value = -1
    if (!box) return
    const next = props.onChoose$ === undefined ? option.label : ""
    text.value = next
    box.value = next
    box.dispatchEvent(new Event("input", { bubbles: true }))
    box.dispatchEvent(new Event("change", { bubbles: true }))
    isOpen.value = false
    await props.onChoose$?.(option)
  })
  return (
    <>
      <input
        ref={input}
        id={props.id}
        name={props.name}
        data-unsent={props.name === undefined ? "" : undefined}
        type="text"
        role="combobox"
        class={["input", props.mono === true && "font-mono", props.class]}
        aria-label={props.label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isShown ? "true" : "false"}
        aria-controls={`${props.id}-options`}
        aria-activedescendant={isShown && marked.value >= 0 ? `${props.id}-option-${marked.value}` : undefined}
        aria-invalid={props.invalid === true ? "true" : undefined}
        aria-describedby={props.describedBy}
        value={text.value}
        placeholder={props.placeholder}
        required={props.required}
        maxLength={props.maxLength}
        autoFocus={props.autoFocus}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
        onClick$={open$}
        onBlur$={() => {
          isOpen.value = false
          marked.value = -1
        }}
        onInput$={async (_, box) => {
          text.value = box.value
          marked.value = -1
          delete box.dataset["moved"]
          await props.onText$?.(box.value)
          const only = props.searched === true ? undefined : findOptionByLabel(props.options, box.value)
          if (only !== undefined) isOpen.value = false
          else if (document.activeElement === box) await open$()
        }}
        onKeyDown$={[
          sync$((event: KeyboardEvent, box: HTMLInputElement) => {
            if (event.isComposing) return
            const isListed = box.getAttribute("aria-expanded") === "true"
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              event.preventDefault()
              box.dataset["moved"] = ""
            }
            // The option may not be marked yet; a typed name must not be lost.
            const chooses = isListed && (box.hasAttribute("aria-activedescendant") || "moved" in box.dataset)
            if (event.key === "Enter" && (chooses || ("unsent" in box.dataset && box.value !== "")))
              event.preventDefault()
            if (event.key === "Escape" && isListed) {
              event.preventDefault()
              event.stopPropagation()
            }
          }),
          $(async (event: KeyboardEvent) => {
            if (event.isComposing) return
            if (event.key === "ArrowDown" || event.key === "ArrowUp") {
              const step = event.key === "ArrowDown" ? 1 : -1
              const count = options.length
              if (isOpen.value && count > 0)
                marked.value = marked.value < 0 && step < 0 ? count - 1 : (marked.value + step + count) % count
              else await open$()
            } else if (event.key === "Escape") {
              isOpen.value = false
              marked.value = -1
            } else if (event.key === "Enter" && isOpen.value) {
              const only = props.onChoose$ !== undefined && options.length === 1 ? options[0] : undefined
              const option = options[marked.value] ?? only
              if (option) await choose$(option)
            }
          })
        ]}
      />
      <div
        ref={list}
        id={`${props.id}-options`}
        popover="manual"
        class="menu combo-list"
        role="listbox"
        aria-label={props.label ?? "Suggestions"}
      >
        {isShown &&
          options.map((option, index) => (
            <div
              key={option.value}
              id={`${props.id}-option-${index}`}
              data-index={index}
              role="option"
              aria-selected={index === marked.value ? "true" : "false"}
              class={["menu-item", index === marked.value && "menu-item-on"]}
              onMouseDown$={sync$((event: MouseEvent) => event.preventDefault())}
              onClick$={() => choose$(option)}
            >
              <span class="min-w-0">
                <span class={["block [overflow-wrap:anywhere] text-ink", props.mono === true && "font-mono text-xs"]}>
                  {option.verb !== undefined && <span class="sr-only">{option.verb} </span>}
                  {option.label}
                </span>
                {option.hint !== undefined && option.hint !== "" && (
                  <span class="block text-xs break-all text-ink-3">{option.hint}</span>
                )}
              </span>
            </div>
          ))}
        {isShown && (note ?? "") !== "" && (
          <div role="option" aria-disabled="true" aria-selected="false" class="p-2 text-xs text-ink-3">
            {note}
          </div>
        )}
      </div>
    </>
  )
})
