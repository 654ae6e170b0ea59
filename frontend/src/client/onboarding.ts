import type { Onboarding as Schema } from "#domain/endpoints/StorageEndpoint.ts"
import { request } from "./request"

/** What of the first set-up is done. */
export type Onboarding = (typeof Schema)["Encoded"]

export const onboarding = (signal?: AbortSignal) => request<Onboarding>("GET", "/onboarding", { signal })
