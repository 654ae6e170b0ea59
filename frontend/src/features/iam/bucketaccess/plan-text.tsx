import { component$ } from "@builder.io/qwik"
import { DiffView } from "~/components/diff/diff-view"
import { Icon } from "~/components/ui/icon"
import type { AssociationPlan } from "./account-association"

export const AccessPlanText = component$<{ readonly plan: AssociationPlan["plan"] }>(
  ({ plan: { notes, sentence, steps } }) => (
    <div class="grid min-w-0 gap-3" data-testid="access-plan">
      <p class="font-medium wrap-anywhere">{sentence}</p>
      {steps.length === 0 && <p class="text-ink-2">Nothing to change: this is already so.</p>}
      {steps.map(({ after, before, name, sentence: text }) => (
        <div key={text} class="grid min-w-0 gap-1">
          <p class="wrap-anywhere text-ink-2">{text}</p>
          {(before !== null || after !== null) && (
            <details class="min-w-0">
              <summary class="min-h-6 cursor-pointer text-xs">Show the policy</summary>
              <DiffView before={before ?? ""} after={after ?? ""} label={`Policy before and after: ${name}`} />
            </details>
          )}
        </div>
      ))}
      {notes.map((note) => (
        <p key={note} class="alert">
          <Icon name="info" />
          <span class="min-w-0 wrap-anywhere">{note}</span>
        </p>
      ))}
    </div>
  )
)
