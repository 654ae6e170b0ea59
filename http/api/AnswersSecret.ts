import { Context } from "effect"

/**
 * Annotation of endpoints whose response contains a secret or CSRF value: never compressed, by us or proxies
 * (`Cache-Control: no-transform`), since the length would leak it (BREACH). Implied below `/api/auth/`.
 */
export const AnswersSecret = Context.Reference<boolean>("stowage/http/TellsSecret", { defaultValue: () => false })
