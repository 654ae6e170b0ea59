import type { Answer, Row } from "~/client/contract"

export type Security = Answer<"GET /api/me/security">
export type Passkey = Security["passkeys"][number]
export type Identity = Security["identities"][number]
export type Session = Row<"GET /api/me/sessions">
