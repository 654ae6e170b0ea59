import type { Dialect } from "./Feature.ts"

/** Whose rules a gateway follows: Amazon's own addresses Amazon's, everybody else is taken for an RGW. */
export const dialectOf = (url: string): Dialect => /(^|\.)amazonaws\.com(\.cn)?$/.test(new URL(url).hostname) ? "aws" : "rgw"
