import { component$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { NewProviderPage } from "~/features/identity/identity-providers/provider-page"
import { useLocation } from "~/lib/route"

export default component$(() => {
  const { params } = useLocation()
  const type = params["type"] === "ldap" ? "ldap" : "oidc"
  return <NewProviderPage key={type} type={type} />
})

export const head: DocumentHead = { title: "Add identity provider" }
