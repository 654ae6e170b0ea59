import { component$ } from "@builder.io/qwik"
import { Ago } from "~/components/ui/ago"
import { ITEM_STATES } from "~/features/platform/runs/run"
import { type Migration, MIGRATION_STATES } from "./migration"
import type { MigrationEvent } from "./migration-details"

const eventText = ({ item_state, metadata, migration_state }: MigrationEvent): string =>
  item_state === null
    ? MIGRATION_STATES[migration_state as Migration["state"]].text
    : `${String(metadata?.["source"])}: ${ITEM_STATES[item_state as keyof typeof ITEM_STATES].text.toLowerCase()}`

export const MigrationEvents = component$<{ readonly events: ReadonlyArray<MigrationEvent> }>(({ events }) => (
  <section aria-label="Events">
    <h2 class="text-base font-semibold">Events</h2>
    <ul class="mt-2 grid gap-1 text-sm" data-testid="migration-events">
      {events.toReversed().map((event) => (
        <li key={event.id} class="flex flex-wrap gap-x-3 wrap-anywhere">
          <span>{eventText(event)}</span>
          <span class="text-ink-3">
            <Ago at={event.occurred_at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
))
