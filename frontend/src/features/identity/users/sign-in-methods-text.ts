import { counted } from "~/lib/format"
import type { User } from "./user"

export const signInMethodsText = (user: User): string =>
  [
    user.has_password ? "Password" : "",
    user.passkey_count > 0 ? counted(user.passkey_count, "passkey") : "",
    user.identity_count > 0 ? counted(user.identity_count, "identity", "identities") : ""
  ]
    .filter(Boolean)
    .join(", ")
