import type { Answer, Row } from "~/client/contract"
import type { Subject } from "~/components/action"
import { int } from "~/lib/format"

export type Bucket = Row<"GET /api/manager/buckets">
export type ListingState = Answer<"GET /api/manager/buckets">["listing"]

export interface DeletionTarget extends Subject {
  readonly id: string
  readonly context: string
  readonly names: ReadonlyArray<string>
  readonly confirm: string
}

export const deletionTargets = (context: string, names: ReadonlyArray<string>): DeletionTarget => {
  const only = names.length === 1 ? names[0] : undefined
  return {
    id: [context, ...names].join("/"),
    context,
    names,
    name: only ?? `${int(names.length)} buckets`,
    confirm: only ?? "delete"
  }
}
