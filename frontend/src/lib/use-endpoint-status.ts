import { useComputed$ } from "@builder.io/qwik"
import { useSession } from "./session-context"

export const useEndpointStatus = () => {
  const session = useSession()
  return useComputed$(() => session.value?.kind !== "user" || session.value.features.endpoint_status)
}
