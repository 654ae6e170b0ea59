import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { ProviderPage } from "~/features/identity/identity-providers/provider-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  const type = params["type"] === "ldap" ? "ldap" : "oidc"
  return <ProviderPage key={`${type}/${params["id"]}`} type={type} id={params["id"] ?? ""} />
})

export const head: DocumentHead = { title: "Identity provider" }
