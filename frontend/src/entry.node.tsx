import { createQwikCity } from "@builder.io/qwik-city/middleware/node"
import qwikCityPlan from "@qwik-city-plan"
import render from "./entry.ssr"

/** `origin`: public origin; Host and X-Forwarded-* are never trusted for URLs. */
export interface ConsoleOptions {
  readonly origin: string
  readonly staticRoot: string
}

export const createConsole = (options: ConsoleOptions) =>
  createQwikCity({
    render,
    qwikCityPlan,
    origin: options.origin,
    checkOrigin: true,
    static: { root: options.staticRoot }
  })
