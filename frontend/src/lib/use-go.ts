import { $, type QRL } from "@builder.io/qwik"
import { isLeader } from "~/client/link/link"
import { useLocation, useNavigate } from "./route"
import { goWithinPage } from "./address"

export const useGo = (): QRL<(href: string, replace?: boolean) => Promise<void>> => {
  const location = useLocation()
  const navigate = useNavigate()
  return $(async (href: string, replace = false) => {
    if (goWithinPage(location, href, replace)) return
    if (await isLeader()) await navigate(href, { replaceState: replace })
  })
}
