import { $, component$, useContext, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { FieldNote } from "~/components/ui/field"
import { FormContext } from "~/components/ui/form"
import { Icon } from "~/components/ui/icon"
import { counted, int } from "~/lib/format"
import type { LinkKind } from "./link-choices"
import { LinkPicker } from "./link-picker"
import { type RequiredLinks, type LinkedEntity, type Option, encodeLinks } from "./linked"

interface LinksFieldProps {
  readonly name: string
  readonly label: string
  readonly kind: LinkKind
  readonly one: string
  readonly many: string
  readonly asks: RequiredLinks
  readonly start: ReadonlyArray<LinkedEntity>
  readonly none: string
}

const SHOWN = 100

const fits =
  (text: string) =>
  ({ hint, name }: Option): boolean =>
    `${name}\n${hint}`.toLowerCase().includes(text.trim().toLowerCase())

const PORTAL = [
  ["", "No Portal"],
  ["portal_user", "Portal user"],
  ["portal_manager", "Portal manager"]
] as const

/** Submitted as one hidden field (`data-unsent` on the other controls). */
export const LinksField = component$<LinksFieldProps>(({ asks, kind, label, many, name, none, one, start }) => {
  const form = useContext(FormContext)
  const currentLinks = useSignal<ReadonlyArray<LinkedEntity>>(start)
  const text = useSignal("")
  const field = useSignal<HTMLInputElement>()
  const value = encodeLinks(currentLinks.value)
  useVisibleTask$(
    ({ track }) => {
      // notify the form of changes without an input event
      track(() => currentLinks.value)
      field.value?.dispatchEvent(new Event("input", { bubbles: true }))
    },
    { strategy: "document-ready" }
  )
  const change$ = $((id: number, part: Partial<LinkedEntity>) => {
    currentLinks.value = currentLinks.value.map((link) => (link.id === id ? { ...link, ...part } : link))
  })
  const id = `${form.id}-${name}`
  const error = form.fields[name]
  const visibleLinks = currentLinks.value.filter(fits(text.value))
  return (
    <fieldset class="min-w-0" data-testid={name} aria-describedby={error ? `${id}-note` : undefined}>
      <legend class="mb-1 font-medium">
        {label}
        {currentLinks.value.length > 0 && <span class="badge num ms-1.5">{int(currentLinks.value.length)}</span>}
      </legend>
      <input ref={field} type="hidden" name={name} value={value} aria-label={label} />
      {currentLinks.value.length === 0 && <p class="mb-2 text-ink-3">{none}</p>}
      {visibleLinks.length > 0 && (
        <ul
          class="mb-2 max-h-84 divide-y divide-line overflow-y-auto rounded-ctl border border-line"
          tabIndex={visibleLinks.length > 6 ? 0 : undefined}
          aria-label={label}
        >
          {visibleLinks.slice(0, SHOWN).map((link) => (
            <li key={link.id} class="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
              <span class={["min-w-40 flex-1", asks !== "nothing" && "max-sm:basis-full"]}>
                <span class="block font-medium break-words">{link.name}</span>
                {link.hint && <span class="block text-xs break-all text-ink-3">{link.hint}</span>}
              </span>
              {asks === "roles" && (
                <label class="flex min-h-6 items-center gap-1.5">
                  <input
                    type="checkbox"
                    data-unsent
                    class="check"
                    checked={link.manager}
                    aria-label={`${link.name}: Manager`}
                    onChange$={(_, box) =>
                      change$(link.id, { manager: box.checked, ...(box.checked ? {} : { data: false }) })
                    }
                  />{" "}
                  Manager
                </label>
              )}
              {asks !== "nothing" && (
                <label class="flex min-h-6 items-center gap-1.5">
                  <input
                    type="checkbox"
                    data-unsent
                    class="check"
                    checked={link.data}
                    disabled={!link.manager}
                    aria-label={`${link.name}: Objects`}
                    onChange$={(_, box) => change$(link.id, { data: box.checked })}
                  />{" "}
                  Objects
                </label>
              )}
              {asks === "roles" && (
                <select
                  data-unsent
                  class="input w-36"
                  aria-label={`${link.name}: Portal`}
                  onChange$={(_, list) => change$(link.id, { portal: list.value as LinkedEntity["portal"] })}
                >
                  {PORTAL.map(([role, words]) => (
                    <option key={role} value={role} selected={role === link.portal}>
                      {words}
                    </option>
                  ))}
                </select>
              )}
              <button
                type="button"
                class="btn btn-ghost btn-icon ms-auto"
                aria-label={`Take ${link.name} away`}
                title={`Take ${link.name} away`}
                onClick$={() => {
                  currentLinks.value = currentLinks.value.filter(({ id }) => id !== link.id)
                }}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {visibleLinks.length > SHOWN && (
        <p class="mb-2 text-xs text-ink-3">
          {counted(visibleLinks.length - SHOWN, one, many)} more: search to see them.
        </p>
      )}
      <LinkPicker
        kind={kind}
        one={one}
        many={many}
        linkedIds={currentLinks.value.map((link) => link.id)}
        text={text}
        onPick$={(option: Option) => {
          currentLinks.value = [...currentLinks.value, { ...option, manager: true, portal: "", data: false }]
        }}
      />
      <FieldNote id={`${id}-note`} error={error} hint={undefined} />
    </fieldset>
  )
})
