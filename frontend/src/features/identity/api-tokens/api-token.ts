import type { Body, Row } from "~/client/contract"

export type ApiToken = Row<"GET /api/auth/api-tokens">
export type Scope = Body<"POST /api/auth/api-tokens">["scopes"][number]
