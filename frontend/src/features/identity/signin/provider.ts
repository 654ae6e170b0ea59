import type { Row } from "~/client/contract"

/** A way to sign in that is offered on the login page. */
export type SignInProvider = Row<"GET /api/auth/providers">
