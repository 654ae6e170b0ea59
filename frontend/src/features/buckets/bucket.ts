import { call } from "~/client/call"
import type { Answer, Row } from "~/client/contract"
import { asProblem } from "~/client/problem-error"
import type { Subject } from "~/components/action"
import { int } from "~/lib/format"
import type { Said } from "~/lib/toasts"

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

export interface DeletedBuckets {
  readonly gone: ReadonlyArray<string>
  /** Those that stay, with the reason. */
  readonly refused: ReadonlyArray<string>
}

/** Deletes empty buckets, one request each; those that refuse are named with the reason. */
export const deleteBuckets = async ({ context, names }: Doomed): Promise<DeletedBuckets> => {
  const gone: Array<string> = []
  const refused: Array<string> = []
  for (const name of names) {
    try {
      await call("DELETE /api/manager/buckets/:bucket_name", { params: { bucket_name: name }, query: { context_id: context, confirm_name: name } })
      gone.push(name)
    } catch (cause) {
      refused.push(`${name}: ${asProblem(cause).message}`)
    }
  }
  return { gone, refused }
}

/** What is said about buckets that are gone, and about those that are not. */
export const saidOfDeleted = ({ gone, refused }: DeletedBuckets): ReadonlyArray<Said> => [
  ...(gone.length === 0 ? [] : [{ text: gone.length === 1 ? `${gone[0]} is deleted` : `${int(gone.length)} buckets are deleted` }]),
  ...(refused.length === 0 ? [] : [{
    tone: "danger" as const,
    text: refused.length === 1 ? "One bucket was not deleted" : `${int(refused.length)} buckets were not deleted`,
    detail: refused.slice(0, 5).join("\n")
  }])
]
