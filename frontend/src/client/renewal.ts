import { refreshSession } from "./refresh"

let renewal: Promise<unknown> | null = null

/** A request before the session is renewed would be refused and sent again. */
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
