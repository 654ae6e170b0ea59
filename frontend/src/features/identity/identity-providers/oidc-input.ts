import type { Body } from "~/client/contract"
import type { FormValues } from "~/components/ui/form"
import { linkingOf, secretOf, words } from "./form-values"
import { mappingOf } from "./group-mapping"
import type { OidcProvider } from "./provider-row"

export type OidcInput = Body<"PUT /api/admin/oidc-providers/:provider_id">

export const SIGNING_ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA"
] as const

type Config = OidcProvider["config"]

export const oidcInput = (values: FormValues): OidcInput => ({
  label: values["label"] ?? "",
  enabled: values["enabled"] === "true",
  config: {
    issuer: (values["issuer"] ?? "").trim(),
    client_id: (values["client_id"] ?? "").trim(),
    scopes: words(values["scopes"]),
    allowed_algorithms: SIGNING_ALGORITHMS.filter(
      (name) => values[`algorithm_${name}`] === "true"
    ) as Config["allowed_algorithms"],
    use_userinfo: values["use_userinfo"] === "true",
    group_mapping: mappingOf(values, { claim: (values["claim"] ?? "").trim() }),
    ...linkingOf(values)
  },
  ...secretOf(values, "client_secret")
})
