import { useComputed$ } from "@builder.io/qwik"
import { signedInUser, useSession } from "./session-context"

export const useMe = () => {
  const session = useSession()
  return useComputed$(() => signedInUser(session.value))
}
