import { takeQueryParam } from "~/lib/take-query-param"
import type { Beginning } from "./types"

/** `create` is `?create=1`, `create-oidc` is `?create=oidc`. */
export const addressOfIntent = (intent: string): { readonly name: string; readonly value: string } => {
  const [name = "", value = "1"] = intent.split(/-(.*)/)
  return { name, value }
}

export const beginFromAddress = (beginnings: ReadonlyArray<Beginning>, go: (href: string) => unknown): void => {
  for (const { intent, opens } of beginnings) {
    const { name, value } = addressOfIntent(intent)
    if (new URLSearchParams(window.location.search).get(name) !== value) continue
    takeQueryParam(name)
    if (typeof opens === "string") void go(opens)
    else opens.value = {}
  }
}
