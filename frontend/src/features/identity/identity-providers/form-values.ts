import type { FormValues } from "~/components/ui/form"
import type { OidcProvider } from "./provider-row"

export const words = (text: string | undefined): ReadonlyArray<string> => (text ?? "").split(/[\s,;]+/).filter(Boolean)

export const textOrNull = (text: string | undefined): string | null => text?.trim() || null

export const secretOf = <Name extends "client_secret" | "bind_password">(
  values: FormValues,
  name: Name
): { readonly [Key in Name]?: string | null } =>
  (values["forget_secret"] === "true" ? { [name]: null } : values[name] ? { [name]: values[name] } : {}) as {
    readonly [Key in Name]?: string | null
  }

export const linkingOf = (values: FormValues) => ({
  linking_policy: (values["linking_policy"] ?? "manual") as OidcProvider["config"]["linking_policy"],
  trusted_domains: words(values["trusted_domains"]),
  ca_certificate: textOrNull(values["ca_certificate"])
})
