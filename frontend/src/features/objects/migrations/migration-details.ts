import type { Frame } from "~/client/contract"
import type { Migration, MigrationItem } from "./migration"

export type MigrationFrame = Frame<"GET /api/manager/migrations/:migration_id/stream">
export type MigrationEvent = Extract<MigrationFrame, { readonly event: "event" }>["data"]

export interface MigrationDetails {
  readonly migration: Migration
  readonly items: ReadonlyArray<MigrationItem>
  readonly events: ReadonlyArray<MigrationEvent>
}

const MAX_EVENTS = 100

/** Ignores events that a new connection repeats. */
export const applyFrame = (details: MigrationDetails | null, frame: MigrationFrame): MigrationDetails | null => {
  if (frame.event === "snapshot") return { events: details?.events ?? [], ...frame.data }
  if (details === null) return null
  if (frame.event === "item")
    return { ...details, items: details.items.map((item) => (item.id === frame.data.id ? frame.data : item)) }
  if (frame.event === "event") {
    const last = details.events.at(-1)
    return last !== undefined && last.id >= frame.data.id
      ? details
      : { ...details, events: [...details.events, frame.data].slice(-MAX_EVENTS) }
  }
  return details
}
