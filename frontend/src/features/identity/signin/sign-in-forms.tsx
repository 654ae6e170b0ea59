import { component$, type QRL, type Signal } from "@builder.io/qwik"
import type { SignInStep } from "~/components/gate/after-step"
import { ErrorNote } from "./error-note"
import { LdapForm } from "./ldap-form"
import { SignInMethods, type SignInMethod, ldapMethod } from "./sign-in-methods"
import { PasswordForm } from "./password-form"
import type { SignInProvider } from "./provider"
import { S3Form } from "./s3-form"

interface SignInFormsProps {
  readonly providers: ReadonlyArray<SignInProvider>
  readonly method: Signal<SignInMethod>
  readonly note: Signal<string>
  readonly apart: boolean
  readonly email?: string
  readonly onStep$: QRL<(step: SignInStep) => unknown>
}

export const SignInForms = component$<SignInFormsProps>(({ apart, email, note, onStep$, providers, method }) => {
  const directory = providers.find((provider) => provider.type === "ldap" && ldapMethod(provider) === method.value)
  return (
    <>
      {note.value && <ErrorNote key="note" code={note.value} />}
      {directory ? (
        <LdapForm key={directory.id} provider={directory} note={note} onStep$={onStep$} />
      ) : method.value === "s3" ? (
        <S3Form key="s3" endpoints={providers.filter(({ type }) => type === "s3")} onStep$={onStep$} />
      ) : (
        <PasswordForm
          key="password"
          back={method.value === "password"}
          onStep$={onStep$}
          {...(email ? { email } : {})}
        />
      )}
      <SignInMethods key="others" providers={providers} method={method} note={note} apart={apart} />
    </>
  )
})
