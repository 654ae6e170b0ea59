import { Context } from "effect"

/**
 * The annotation of an endpoint whose answer holds a secret or a CSRF value. Such an answer is never compressed, by us or on the way
 * (`Cache-Control: no-transform`): beside something that an attacker may choose, its length would tell the secret (BREACH).
 * What is below `/api/auth/` needs no annotation.
 */
export const TellsSecret = Context.Reference<boolean>("stowage/http/TellsSecret", { defaultValue: () => false })
