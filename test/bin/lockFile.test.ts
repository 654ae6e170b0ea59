import { assert, it } from "@effect/vitest"
import { readFileSync } from "node:fs"

interface Locked {
  readonly version?: string
  readonly resolved?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Readonly<Record<string, Locked>>
}

const places = (place: string, name: string): ReadonlyArray<string> => {
  const at = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`
  if (place === "") return [at]
  const above = place.includes("/node_modules/") ? place.slice(0, place.lastIndexOf("/node_modules/")) : ""
  return [at, ...places(above, name)]
}

it("the lock file names every platform's packages, so that npm ci takes it on each of them", () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !places(place, name).some((at) => at in packages))
  )
  assert.deepStrictEqual(missing, [])
})

it("the lock file records no registry's address", () => {
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.startsWith("http"))
  assert.deepStrictEqual(addresses, [])
})

it("what builds and serves needs no package of tests and checks, so that npm start leaves them out", () => {
  const installed = [
    "vitest",
    "eslint",
    "playwright-core",
    "@effect/tsgo",
    "axe-core",
    "openapi-typescript",
    "@redocly/openapi-core",
    "@stoplight/spectral-core",
    "fastify",
    "oidc-provider"
  ].filter((name) =>
    Object.entries(packages).some(([place, { dev }]) => place.endsWith(`node_modules/${name}`) && dev !== true)
  )
  assert.deepStrictEqual(installed, [])
})
