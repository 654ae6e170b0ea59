import type { Answer, Row } from "~/client/contract"

export type User = Row<"GET /api/admin/users">
export type Role = User["role"]
export type Security = Answer<"GET /api/admin/users/:user_id/security">
export type Identity = Security["identities"][number]
export type Session = NonNullable<Security["sessions"]>[number]
