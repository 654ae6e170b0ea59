import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { LOCATION, NAVIGATE, PREVENT } from "../../frontend/src/lib/route.ts"

const qwikCity = readFileSync(
  fileURLToPath(new URL("../../node_modules/@builder.io/qwik-city/lib/index.qwik.mjs", import.meta.url)),
  "utf8"
)

it("the console's own hooks of the route read the contexts of Qwik City, by the names that these have", () => {
  for (const [context, name] of [
    ["RouteLocationContext", LOCATION],
    ["RouteNavigateContext", NAVIGATE],
    ["RoutePreventNavigateContext", PREVENT]
  ] as const) {
    assert.include(qwikCity, `const ${context} = /* @__PURE__ */ createContextId("${name}")`)
  }
})
