import { $, component$ } from "@builder.io/qwik"
import { AddBox } from "~/components/ui/add-box"
import { FieldNote } from "~/components/ui/field"
import { Icon } from "~/components/ui/icon"
import { type Path, withoutIndex } from "../draft"
import { draftValue, errorAt, setDraftValue, useEditing } from "../editing"

interface WordsProps {
  readonly path: Path
  readonly label: string
  readonly noun: string
  readonly longest: number
  readonly hint?: string
}

export const WordsAt = component$<WordsProps>(({ hint, label, longest, noun, path }) => {
  const editing = useEditing()
  const id = `${editing.feature}-${path.join("-")}`
  const error = errorAt(editing, path, true)
  const entries = draftValue<ReadonlyArray<string> | undefined>(editing, path) ?? []
  return (
    <fieldset class="min-w-0" disabled={editing.busy} aria-describedby={error || hint ? `${id}-note` : undefined}>
      <legend class="mb-1 font-medium">{label}</legend>
      {entries.length > 0 && (
        <ul class="mb-2 flex flex-wrap gap-1.5">
          {entries.map((word, index) => (
            <li
              key={`${index}-${word}`}
              class="inline-flex max-w-full min-w-0 items-center rounded-ctl border border-line bg-sunken pl-2"
            >
              <span class="min-w-0 truncate font-mono text-xs" title={word}>
                {word}
              </span>
              <button
                type="button"
                class="btn btn-ghost btn-icon btn-sm"
                aria-label={`Remove ${noun} ${word}`}
                onClick$={() =>
                  setDraftValue(editing, path, withoutIndex(draftValue<ReadonlyArray<string>>(editing, path), index))
                }
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <AddBox
        label={`New ${noun}`}
        button="Add"
        longest={longest}
        add$={$((word: string) => {
          const current = draftValue<ReadonlyArray<string> | undefined>(editing, path) ?? []
          if (!current.includes(word)) setDraftValue(editing, path, [...current, word])
          return true
        })}
      />
      <FieldNote id={`${id}-note`} error={error || undefined} hint={hint} />
    </fieldset>
  )
})
