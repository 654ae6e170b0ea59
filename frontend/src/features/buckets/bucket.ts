import type { Answer, Row } from "~/client/contract"
import type { Subject } from "~/components/action"
import { int } from "~/lib/format"

export type Bucket = Row<"GET /api/manager/buckets">
/** How current the listing behind the rows is. */
export type ListingState = Answer<"GET /api/manager/buckets">["listing"]

/** Buckets that somebody is asked about, with the context in which they were shown. */
export interface Doomed extends Subject {
  readonly id: string
  readonly context: string
  readonly names: ReadonlyArray<string>
  /** What has to be typed: the name of the only one. */
  readonly confirm: string
}

export const doomed = (context: string, names: ReadonlyArray<string>): Doomed => {
  const only = names.length === 1 ? names[0] : undefined
  return { id: [context, ...names].join("/"), context, names, name: only ?? `${int(names.length)} buckets`, confirm: only ?? "delete" }
}
