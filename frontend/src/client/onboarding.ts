import { request } from "./request"

/** What of the first set-up is done. */
export interface Onboarding {
  readonly endpoint_configured: boolean
  readonly storage_access_configured: boolean
  readonly complete: boolean
}

export const onboarding = (signal?: AbortSignal) => request<Onboarding>("GET", "/onboarding", { signal })
