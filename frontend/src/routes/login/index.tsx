import { component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import { type DocumentHead, useLocation } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { isAbort } from "~/client/problem-error"
import { openSession } from "~/client/refresh"
import { nextOf } from "~/components/gate/after-step"
import { Gate, GateTitle } from "~/components/gate/gate"
import { ErrorNote } from "~/features/sign-in/error-note"
import { LdapForm } from "~/features/sign-in/ldap-form"
import { OtherWays, type Way, wayOf } from "~/features/sign-in/other-ways"
import { PasswordForm } from "~/features/sign-in/password-form"
import type { SignInProvider } from "~/features/sign-in/provider"
import { S3Form } from "~/features/sign-in/s3-form"
import { safeNext } from "~/lib/safe-next"
import { hintSignedIn } from "~/lib/signed-in-hint"

/** What each form is for. */
const purpose = (way: Way, directory: SignInProvider | undefined): string => {
  if (directory) return `With your account at ${directory.label}.`
  return way === "s3" ? "With the keys of a storage endpoint. They open its objects, and stay on the server." : "With the account that you have in this console."
}

export default component$(() => {
  const location = useLocation()
  /** The code of what went wrong on the way here; "" for nothing. */
  const note = useSignal(location.url.searchParams.get("error") ?? "")
  const way = useSignal<Way>("start")
  const offered = useSignal<ReadonlyArray<SignInProvider>>([])
  useVisibleTask$(
    async () => {
      try {
        const [session, list] = await Promise.all([openSession(), call("GET /api/auth/providers")])
        if (session.authenticated) {
          hintSignedIn()
          window.location.replace(safeNext(nextOf()))
        } else if (session.setup_required) window.location.replace("/setup")
        offered.value = list
      } catch (cause) {
        // Signing in by password needs none of this; submitting says what is wrong.
        if (!isAbort(cause)) offered.value = []
      }
    },
    { strategy: "document-ready" }
  )
  const directory = offered.value.find((provider) => provider.type === "ldap" && wayOf(provider) === way.value)
  return (
    <Gate>
      <GateTitle title="Sign in" text={purpose(way.value, directory)} />
      {note.value && <ErrorNote code={note.value} />}
      {directory ? <LdapForm key={directory.id} provider={directory} note={note} />
        : way.value === "s3" ? <S3Form endpoints={offered.value.filter(({ type }) => type === "s3")} />
        : <PasswordForm back={way.value === "password"} />}
      <OtherWays providers={offered.value} way={way} note={note} />
    </Gate>
  )
})

export const head: DocumentHead = { title: "Sign in" }
