import { $, useOnWindow, useSignal, useVisibleTask$, type Signal } from "@builder.io/qwik"

/** "" for none, null until read. A link pasted into an open tab changes only the fragment, without a page load. */
export const useFragmentToken = (): Signal<string | null> => {
  const token = useSignal<string | null>(null)
  const pasted = useSignal(0)
  useOnWindow(
    "hashchange",
    $(() => {
      pasted.value++
    })
  )
  useVisibleTask$(
    ({ track }) => {
      track(() => pasted.value)
      token.value = new URLSearchParams(window.location.hash.slice(1)).get("token") ?? ""
    },
    { strategy: "document-ready" }
  )
  return token
}
