import { component$, type Signal } from "@builder.io/qwik"
import { Icon } from "~/components/ui/icon"
import { OidcButton } from "./oidc-button"
import type { SignInProvider } from "./provider"

export type SignInMethod = "start" | "password" | "s3" | `ldap/${string}`

export const ldapMethod = (provider: SignInProvider): SignInMethod => `ldap/${provider.id}`

interface SignInMethodsProps {
  readonly providers: ReadonlyArray<SignInProvider>
  readonly method: Signal<SignInMethod>
  readonly note: Signal<string>
  readonly apart: boolean
}

export const SignInMethods = component$<SignInMethodsProps>(({ apart, note, providers, method }) => {
  const currentForm = method.value
  const ldap = providers.filter((provider) => provider.type === "ldap" && ldapMethod(provider) !== currentForm)
  const oidc = providers.filter(({ type }) => type === "oidc")
  const s3 = currentForm !== "s3" && providers.some(({ type }) => type === "s3")
  const password = currentForm === "start" || currentForm === "password"
  const hasOthers = oidc.length + ldap.length > 0 || !password
  return (
    <div class="mt-5 grid gap-2">
      {hasOthers && (
        <p
          class={
            "mb-3 flex items-center gap-3 text-xs text-ink-3 before:h-px before:flex-1 before:bg-line after:h-px " +
            "after:flex-1 after:bg-line"
          }
        >
          or
        </p>
      )}
      {!password && (
        <button
          type="button"
          class="btn btn-secondary btn-lg"
          onClick$={() => {
            method.value = "password"
            note.value = ""
          }}
        >
          <Icon name="user" /> Sign in with e-mail and password
        </button>
      )}
      {oidc.map((provider) => (
        <OidcButton key={provider.id} provider={provider} note={note} apart={apart} />
      ))}
      {ldap.map((provider) => (
        <button
          key={provider.id}
          type="button"
          class="btn btn-secondary btn-lg min-w-0"
          onClick$={() => {
            method.value = ldapMethod(provider)
            note.value = ""
          }}
        >
          <Icon name="users" /> <span class="truncate">Sign in with {provider.label}</span>
        </button>
      ))}
      {s3 && (
        <p class="mt-3 text-center text-xs text-ink-2">
          Only S3 keys?{" "}
          <button
            type="button"
            class="link"
            onClick$={() => {
              method.value = "s3"
              note.value = ""
            }}
          >
            Sign in with S3 keys
          </button>
        </p>
      )}
    </div>
  )
})
