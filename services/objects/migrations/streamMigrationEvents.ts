import { Effect, Stream } from "effect"
import type {
  BucketMigration,
  MigrationEvent,
  MigrationItem,
  MigrationStreamEvent
} from "#domain/objects/migrations/BucketMigration.ts"
import { isEnded } from "#domain/platform/work/runState.ts"
import type { LiveEvents } from "#services/platform/live/LiveEvents.ts"
import { readOnChange } from "#services/platform/live/readOnChange.ts"

export interface MigrationReading {
  readonly migration: BucketMigration
  readonly items: ReadonlyArray<MigrationItem>
  readonly events: ReadonlyArray<MigrationEvent>
}

/** Without the progress within items, which item frames report. */
const identityOf = ({ run, ...rest }: BucketMigration): string =>
  JSON.stringify([rest, run === null ? null : { ...run, progress: null }])

export const changedFrames = () => {
  let migrationText = ""
  let itemTexts = new Map<number, string>()
  return ({ events, items, migration }: MigrationReading): ReadonlyArray<MigrationStreamEvent> => {
    const text = identityOf(migration)
    const texts = new Map(items.map((item) => [item.id, JSON.stringify(item)]))
    const isChanged = text !== migrationText
    const changed = isChanged ? [] : items.filter(({ id }) => texts.get(id) !== itemTexts.get(id))
    migrationText = text
    itemTexts = texts
    return [
      ...(isChanged ? [{ event: "snapshot" as const, data: { migration, items } }] : []),
      ...changed.map((data) => ({ event: "item" as const, data })),
      ...events.map((data) => ({ event: "event" as const, data }))
    ]
  }
}

/** Checks rights at each reading; without them, ends without `done`. `id`: 0 before the first event. */
export const streamMigrationEvents = <E>(
  live: LiveEvents["Service"],
  first: BucketMigration,
  read: (after: number | null) => Effect.Effect<MigrationReading, E>
): Stream.Stream<MigrationStreamEvent> => {
  let runId = first.run?.id ?? null
  let lastEvent: number | null = null
  const frames = changedFrames()
  const reading = Effect.map(
    Effect.suspend(() => read(lastEvent)),
    (update) => {
      runId = update.migration.run?.id ?? null
      lastEvent = update.events.at(-1)?.id ?? lastEvent ?? 0
      const { run } = update.migration
      const ended = run !== null && isEnded(run.state)
      return [...frames(update), ...(ended ? [{ event: "done" as const, data: {} }] : [])]
    }
  )
  return readOnChange(
    live,
    (event) =>
      (event._tag === "MigrationChanged" && event.migrationId === first.id) ||
      (event._tag === "WorkChanged" && event.runId === runId),
    reading
  ).pipe(
    Stream.flatMap(Stream.fromIterable),
    Stream.takeUntil(({ event }) => event === "done"),
    Stream.catch(() => Stream.empty)
  )
}
