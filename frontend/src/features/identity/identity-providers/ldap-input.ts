import type { Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import { linkingOf, secretOf, textOrNull } from "./form-values"
import { mappingOf } from "./group-mapping"
import type { LdapProvider } from "./provider-row"

export type LdapInput = Body<"PUT /api/admin/ldap-providers/:provider_id">

type BindMode = LdapProvider["config"]["bind_mode"]

/** Passwords need encryption, so an ldap:// address implies StartTLS. */
export const ldapInput = (values: FormValues): LdapInput => {
  const url = (values["url"] ?? "").trim()
  return {
    label: values["label"] ?? "",
    enabled: values["enabled"] === "true",
    config: {
      url,
      start_tls: !url.startsWith("ldaps:"),
      bind_mode: (values["bind_mode"] ?? "search") as BindMode,
      bind_dn: textOrNull(values["bind_dn"]),
      base_dn: textOrNull(values["base_dn"]),
      user_filter: textOrNull(values["user_filter"]) ?? "(uid={username})",
      user_dn_template: textOrNull(values["user_dn_template"]),
      subject_attribute: values["subject_attribute"] ?? "",
      email_attribute: values["email_attribute"] ?? "",
      name_attribute: values["name_attribute"] ?? "",
      timeout_seconds: Number(values["timeout_seconds"] || 5),
      group_mapping: mappingOf(values, { attribute: (values["attribute"] ?? "").trim() }),
      ...linkingOf(values)
    },
    ...secretOf(values, "bind_password")
  }
}
