import { $, component$, useSignal, useVisibleTask$ } from "@builder.io/qwik"
import type { DocumentHead } from "@builder.io/qwik-city"
import { call } from "~/client/call"
import { isAbort } from "~/client/problem-error"
import { openSession } from "~/client/refresh"
import { listenToTabs } from "~/client/tabs"
import { goAfterStep, requestedPage, type SignInStep } from "~/components/gate/after-step"
import { AuthLayout, GateTitle, LoginNote } from "~/components/gate/gate"
import { type SignInMethod, ldapMethod } from "~/features/identity/signin/sign-in-methods"
import type { SignInProvider } from "~/features/identity/signin/provider"
import { SignInForms } from "~/features/identity/signin/sign-in-forms"
import { addressOfMethod, methodOfAddress } from "~/features/identity/signin/method-of-address"
import { useLocation } from "~/lib/route"
import { safeNext } from "~/lib/safe-next"
import { hintSignedIn } from "~/lib/signed-in-hint"

const purpose = (method: SignInMethod, directory: SignInProvider | undefined): string => {
  if (directory) return `With your account at ${directory.label}.`
  return method === "s3"
    ? "With the keys of a storage endpoint. They open its objects, and stay on the server."
    : "With the account that you have in this console."
}

const goOn = async (): Promise<void> => {
  const session = await openSession()
  if (session.authenticated) {
    hintSignedIn()
    window.location.replace(safeNext(requestedPage()))
  } else if (session.setup_required) window.location.replace("/setup")
}

export default component$(() => {
  const location = useLocation()
  const note = useSignal(location.url.searchParams.get("error") ?? "")
  const method = useSignal<SignInMethod>(methodOfAddress(location.url.search))
  const offered = useSignal<ReadonlyArray<SignInProvider> | null>(null)
  useVisibleTask$(
    async ({ cleanup }) => {
      cleanup(
        listenToTabs((news) => {
          if (news === "signed-in") void goOn()
        })
      )
      const back = () => {
        method.value = methodOfAddress(window.location.search)
      }
      window.addEventListener("popstate", back)
      cleanup(() => window.removeEventListener("popstate", back))
      try {
        const [, list] = await Promise.all([goOn(), call("GET /api/auth/providers")])
        offered.value = list
      } catch (cause) {
        // the password form works without providers
        if (!isAbort(cause)) offered.value = []
      }
    },
    { strategy: "document-ready" }
  )
  useVisibleTask$(
    ({ track }) => {
      const selectedWay = track(() => method.value)
      if (addressOfMethod("", methodOfAddress(window.location.search)) === addressOfMethod("", selectedWay)) return
      history.pushState(
        history.state,
        "",
        window.location.pathname + addressOfMethod(window.location.search, selectedWay)
      )
    },
    { strategy: "document-ready" }
  )
  const directory = offered.value?.find((provider) => provider.type === "ldap" && ldapMethod(provider) === method.value)
  return (
    <AuthLayout>
      <GateTitle title="Sign in" text={purpose(method.value, directory)} />
      <LoginNote />
      {offered.value === null && method.value !== "start" ? (
        <div key="waiting" class="grid gap-4" role="status" aria-label="Loading ways to sign in">
          <span class="skeleton h-9" />
          <span class="skeleton h-9" />
        </div>
      ) : (
        <SignInForms
          key="forms"
          providers={offered.value ?? []}
          method={method}
          note={note}
          apart={false}
          onStep$={$((step: SignInStep) => goAfterStep(step, method.value === "s3" ? "/browser" : requestedPage()))}
        />
      )}
    </AuthLayout>
  )
})

export const head: DocumentHead = { title: "Sign in" }
