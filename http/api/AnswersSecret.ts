import { Context } from "effect"

/** Never compressed, even by proxies: the length would leak the secret (BREACH). Implied below `/api/auth/`. */
export const AnswersSecret = Context.Reference<boolean>("stowage/http/TellsSecret", { defaultValue: () => false })
