import { refreshSession } from "./refresh"

let renewal: Promise<unknown> | null = null

/**
 * Waits until the session of a page that came without an access cookie is renewed: a request before that would be
 * refused and be sent again.
 */
export const untilRenewed = async (): Promise<void> => {
  const { dataset } = document.documentElement
  if (dataset["access"] !== "expired") return
  try {
    await (renewal ??= refreshSession())
  } catch {
    // The request itself shows what is wrong.
  }
  delete dataset["access"]
}
