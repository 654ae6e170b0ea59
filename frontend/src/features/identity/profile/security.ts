import type { Answer, Row } from "~/client/contract"

/** How one proves who one is. */
export type Security = Answer<"GET /api/me/security">
export type Passkey = Security["passkeys"][number]
export type Identity = Security["identities"][number]
export type Session = Row<"GET /api/me/sessions">
