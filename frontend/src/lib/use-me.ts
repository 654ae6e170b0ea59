import { useComputed$ } from "@builder.io/qwik"
import { userOf, useSession } from "./session-context"

export const useMe = () => {
  const session = useSession()
  return useComputed$(() => userOf(session.value))
}
