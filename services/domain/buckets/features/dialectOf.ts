import type { Dialect } from "./Feature.ts"

/** Dialect by address: Amazon's hosts are `aws`, all others `rgw`. */
export const dialectOf = (url: string): Dialect =>
  /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(url).hostname) ? "aws" : "rgw"
