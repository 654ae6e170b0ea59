import { reach } from "./reach"

const PAGE_DATA = /\/q-data\.json$/

export const pageOfDataUrl = (address: string, origin: string): string | null => {
  const url = new URL(address, origin)
  if (url.origin !== origin || !PAGE_DATA.test(url.pathname)) return null
  return (url.pathname.replace(PAGE_DATA, "") || "/") + url.search
}

/** Without data the router would show the new address with the old page. Returns the function that stops it. */
export const waitForPageData = (window: Window & typeof globalThis): (() => void) => {
  const plain = window.fetch
  window.fetch = async (input, init) => {
    const page = typeof input === "string" ? pageOfDataUrl(input, window.location.origin) : null
    if (page === null) return plain.call(window, input, init)
    try {
      return await reach(() => plain.call(window, input, init), true)
    } catch {
      window.location.assign(page)
      return new Promise(() => undefined)
    }
  }
  return () => {
    window.fetch = plain
  }
}
