import type { Row } from "~/client/contract"

export type SignInProvider = Row<"GET /api/auth/providers">
