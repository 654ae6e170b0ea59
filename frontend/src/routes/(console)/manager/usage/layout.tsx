import { component$, Slot, useContextProvider } from "@builder.io/qwik"
import { UsageContext, useReadUsage } from "~/features/usage/use-usage"

/** Usage is one place of several sides: a recount goes on while one goes from one to another. */
export default component$(() => {
  useContextProvider(UsageContext, useReadUsage())
  return <Slot />
})
