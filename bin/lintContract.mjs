import { createConfig, lintFromString } from "@redocly/openapi-core"
import spectral from "@stoplight/spectral-core"
import rulesets from "@stoplight/spectral-rulesets"
import { OpenApi } from "effect/http-api"
import { Api } from "#api/Api.ts"

const contract = JSON.stringify(OpenApi.fromApi(Api))

/** Accepted findings; reasons in docs/decisions/contract.md. An entry without a finding fails. */
const accepted = new Set([
  "operation-2xx-response #/paths/~1api~1auth~1oidc~1{provider_id}~1callback/get/responses",
  "no-unused-components #/components/schemas/BucketFeatureValues"
])

/** The first two are tested by test/http/document in a tenth of the time; the third: docs/decisions/contract.md. */
const off = ["oas3-valid-media-example", "oas3-valid-schema-example", "oas3-operation-security-defined"]

const byRedocly = async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const findings = await lintFromString({ source: contract, absoluteRef: "openapi.json", config })
  return findings.map(({ location, message, ruleId }) => ({
    place: `${ruleId} ${location[0]?.pointer ?? ""}`,
    message
  }))
}

const bySpectral = async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset({ extends: [rulesets.oas], rules: Object.fromEntries(off.map((rule) => [rule, "off"])) })
  const findings = await linter.run(JSON.parse(contract))
  return findings.map(({ code, message, path }) => ({ place: `${code} ${path.join(".")}`, message }))
}

const findings = [...(await byRedocly()), ...(await bySpectral())]
const foundPlaces = new Set(findings.map(({ place }) => place))
const lines = [
  ...findings.filter(({ place }) => !accepted.has(place)).map(({ message, place }) => `${place}: ${message}`),
  ...[...accepted]
    .filter((place) => !foundPlaces.has(place))
    .map((place) => `${place}: not found any more, so not accepted`)
]
if (lines.length > 0) {
  console.error(lines.join("\n"))
  process.exitCode = 1
}
