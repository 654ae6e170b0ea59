import type { Dialect } from "./Feature.ts"

export const dialectOf = (url: string): Dialect =>
  /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(url).hostname) ? "aws" : "rgw"
