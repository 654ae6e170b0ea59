import { $, type QRL } from "@builder.io/qwik"
import { isLeader } from "~/client/link/link"
import { useLocation, useNavigate } from "./route"
import { updatePageAddress } from "./address"

export const useGoTo = (): QRL<(href: string, replace?: boolean) => Promise<void>> => {
  const location = useLocation()
  const navigate = useNavigate()
  return $(async (href: string, replace = false) => {
    if (updatePageAddress(location, href, replace)) return
    if (await isLeader()) await navigate(href, { replaceState: replace })
  })
}
