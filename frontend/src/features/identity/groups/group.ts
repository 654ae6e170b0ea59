import type { Answer, Row } from "~/client/contract"

export type Group = Answer<"GET /api/admin/groups/:id">
export type GroupRow = Row<"GET /api/admin/groups">
