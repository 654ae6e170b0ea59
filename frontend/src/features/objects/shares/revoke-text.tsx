import { component$ } from "@builder.io/qwik"
import type { Subject } from "~/components/action"

export interface RevokedLink extends Subject {
  readonly id: string
}

export const RevokeText = component$<{ readonly subject: RevokedLink }>(({ subject }) => (
  <p>
    <b class="font-medium wrap-anywhere text-ink">{subject.name}</b> opens nothing any more, at once: what somebody
    fetches or sends with it right now is cut off. Files that were sent stay.
  </p>
))
