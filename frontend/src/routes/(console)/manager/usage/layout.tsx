import { component$, Slot, useContextProvider } from "@builder.io/qwik"
import { UsageContext, useReadUsage } from "~/features/usage/use-usage"

export default component$(() => {
  useContextProvider(UsageContext, useReadUsage())
  return <Slot />
})
