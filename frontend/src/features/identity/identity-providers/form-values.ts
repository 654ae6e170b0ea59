import type { FormValues } from "~/components/ui/form"
import type { OidcProvider } from "./provider-row"

/** The words of a text, whatever stands between them. */
export const words = (text: string | undefined): ReadonlyArray<string> => (text ?? "").split(/[\s,;]+/).filter(Boolean)

/** The text without space around it; null when nothing is left. */
export const textOrNull = (text: string | undefined): string | null => text?.trim() || null

/** The field of a secret: what was typed, null to take the stored one away, nothing to keep it. */
export const secretOf = <Name extends "client_secret" | "bind_password">(values: FormValues, name: Name): { readonly [Key in Name]?: string | null } =>
  (values["forget_secret"] === "true" ? { [name]: null } : values[name] ? { [name]: values[name] } : {}) as { readonly [Key in Name]?: string | null }

/** Who is linked by themselves, and whom we trust to say so: the same for both types. */
export const linkingOf = (values: FormValues) => ({
  linking_policy: (values["linking_policy"] ?? "manual") as OidcProvider["config"]["linking_policy"],
  trusted_domains: words(values["trusted_domains"]),
  ca_certificate: textOrNull(values["ca_certificate"])
})
