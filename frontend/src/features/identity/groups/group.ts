import type { Answer, Row } from "~/client/contract"

export type Group = Answer<"GET /api/admin/groups/:id">
/** As a listing has it: without its lists. */
export type GroupRow = Row<"GET /api/admin/groups">
