import { component$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { NewProviderPage } from "~/features/identity-providers/provider-page"

export default component$(() => {
  const { params } = useLocation()
  const type = params["type"] === "ldap" ? "ldap" : "oidc"
  return <NewProviderPage key={type} type={type} />
})

export const head: DocumentHead = { title: "Add identity provider" }
