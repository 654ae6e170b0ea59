import { useComputed$ } from "@builder.io/qwik"
import { useSession } from "./session-context"

/** Whether the service looks after the health of endpoints; until that is known, it does. */
export const useEndpointStatus = () => {
  const session = useSession()
  return useComputed$(() => session.value?.kind !== "user" || session.value.features.endpoint_status)
}
