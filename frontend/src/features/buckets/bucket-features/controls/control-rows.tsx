import { type Component, component$, useSignal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { moveItem, type Path, withoutIndex } from "../draft"
import type { Value } from "../feature"
import { draftValue, errorAt, setDraftValue, useEditing } from "../editing"

interface RowProps {
  readonly index: number
  readonly path: Path
}

interface RowsProps {
  readonly path: Path
  readonly noun: string
  readonly blank: Value
  readonly row: Component<RowProps>
  readonly line?: Component<RowProps>
  readonly ordered?: boolean
  readonly most?: number
}

export const RowsAt = component$<RowsProps>(({ blank, line: Line, most, noun, ordered, path, row: Row }) => {
  const editing = useEditing()
  const rows = draftValue<ReadonlyArray<unknown> | undefined>(editing, path) ?? []
  const open = useSignal(rows.length === 1 ? 0 : -1)
  const list = useSignal<HTMLElement>()
  return (
    <div class="grid gap-3">
      <ol ref={list} class="grid gap-2" aria-label={`${noun}s`}>
        {rows.map((_, index) => {
          const spot = [...path, index]
          const unfolded = Line === undefined || open.value === index
          const wrong = errorAt(editing, spot, true) !== ""
          return (
            <li key={index} class={["min-w-0 rounded-card border", wrong ? "border-danger" : "border-line"]}>
              <div class="flex min-w-0 items-center gap-1 px-2 py-1.5">
                {Line === undefined ? (
                  <span class="min-w-0 flex-1 px-1 text-xs font-medium text-ink-2">
                    {noun} {index + 1}
                  </span>
                ) : (
                  <button
                    type="button"
                    class="flex min-w-0 flex-1 items-center gap-2 rounded-ctl px-1 py-1 text-start"
                    aria-expanded={unfolded ? "true" : "false"}
                    onClick$={() => {
                      open.value = open.value === index ? -1 : index
                    }}
                  >
                    <Icon
                      name="chevron-right"
                      class={unfolded ? "rotate-90 transition-transform" : "transition-transform"}
                    />
                    <span class="min-w-0 flex-1 truncate">
                      <span class="sr-only">
                        {noun} {index + 1}:{" "}
                      </span>
                      <Line index={index} path={spot} />
                    </span>
                    {wrong && <Icon name="circle-alert" class="text-danger" />}
                  </button>
                )}
                {ordered && rows.length > 1 && (
                  <>
                    <button
                      type="button"
                      class="btn btn-ghost btn-icon btn-sm"
                      disabled={editing.busy || index === 0}
                      aria-label={`Move ${noun} ${index + 1} up`}
                      onClick$={() => {
                        setDraftValue(
                          editing,
                          path,
                          moveItem(draftValue<ReadonlyArray<unknown>>(editing, path), index, -1)
                        )
                        open.value = -1
                      }}
                    >
                      <Icon name="chevron-up" />
                    </button>
                    <button
                      type="button"
                      class="btn btn-ghost btn-icon btn-sm"
                      disabled={editing.busy || index === rows.length - 1}
                      aria-label={`Move ${noun} ${index + 1} down`}
                      onClick$={() => {
                        setDraftValue(
                          editing,
                          path,
                          moveItem(draftValue<ReadonlyArray<unknown>>(editing, path), index, 1)
                        )
                        open.value = -1
                      }}
                    >
                      <Icon name="chevron-down" />
                    </button>
                  </>
                )}
                <button
                  type="button"
                  class="btn btn-ghost btn-icon btn-sm"
                  disabled={editing.busy}
                  aria-label={`Remove ${noun} ${index + 1}`}
                  onClick$={() => {
                    setDraftValue(editing, path, withoutIndex(draftValue<ReadonlyArray<unknown>>(editing, path), index))
                    open.value = -1
                    list.value?.parentElement?.querySelector<HTMLElement>("[data-add]")?.focus()
                  }}
                >
                  <Icon name="trash-2" />
                </button>
              </div>
              {unfolded && (
                <div class="grid gap-4 border-t border-line p-3">
                  <Row index={index} path={spot} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div>
        <button
          type="button"
          data-add
          class="btn btn-secondary"
          disabled={editing.busy || (most !== undefined && rows.length >= most)}
          onClick$={() => {
            const current = draftValue<ReadonlyArray<unknown> | undefined>(editing, path) ?? []
            setDraftValue(editing, path, [...current, blank])
            open.value = current.length
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                list.value?.querySelector<HTMLElement>(":scope > li:last-child :is(input, select, textarea)")?.focus()
              )
            )
          }}
        >
          <Icon name="plus" /> Add {noun}
        </button>
        {most !== undefined && rows.length >= most && <span class="ms-2 text-xs text-ink-3">No more than {most}.</span>}
      </div>
    </div>
  )
})
