import { useComputed$ } from "@builder.io/qwik"
import { userOf, useSession } from "./session-context"

/** The account that is signed in; undefined until the browser has asked, and for somebody who has S3 keys only. */
export const useMe = () => {
  const session = useSession()
  return useComputed$(() => userOf(session.value))
}
