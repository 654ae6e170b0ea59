import type { Answer, Row } from "~/client/contract"

export type Group = Answer<"GET /api/admin/groups/:id">
/** A group of a listing, without its lists. */
export type GroupRow = Row<"GET /api/admin/groups">
