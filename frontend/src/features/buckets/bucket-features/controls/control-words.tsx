import { $, component$ } from "@builder.io/qwik"
import { AddBox } from "~/components/ui/add-box"
import { FieldNote } from "~/components/ui/field"
import { Icon } from "~/components/ui/icon"
import { type Path, without } from "../draft"
import { at, errorAt, put, useEditing } from "../editing"

interface WordsProps {
  readonly path: Path
  readonly label: string
  /** What one of them is called: `origin`. */
  readonly noun: string
  readonly longest: number
  readonly hint?: string
}

/** A list of words: added one by one, each taken away by its own button. */
export const WordsAt = component$<WordsProps>(({ hint, label, longest, noun, path }) => {
  const editing = useEditing()
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path, true)
  const held = at<ReadonlyArray<string> | undefined>(editing, path) ?? []
  return (
    <fieldset class="min-w-0" disabled={editing.busy} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend class="mb-1 font-medium">{label}</legend>
      {held.length > 0 && (
        <ul class="mb-2 flex flex-wrap gap-1.5">
          {held.map((word, index) => (
            <li key={`${index}-${word}`} class="inline-flex max-w-full min-w-0 items-center rounded-ctl border border-line bg-sunken pl-2">
              <span class="min-w-0 truncate font-mono text-xs" title={word}>{word}</span>
              <button type="button" class="btn btn-ghost btn-icon btn-sm" aria-label={`Remove ${noun} ${word}`} onClick$={() => put(editing, path, without(at<ReadonlyArray<string>>(editing, path), index))}><Icon name="x" /></button>
            </li>
          ))}
        </ul>
      )}
      <AddBox
        label={`New ${noun}`} button="Add" longest={longest}
        add$={$((word: string) => {
          const now = at<ReadonlyArray<string> | undefined>(editing, path) ?? []
          if (!now.includes(word)) put(editing, path, [...now, word])
          return true
        })}
      />
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </fieldset>
  )
})
