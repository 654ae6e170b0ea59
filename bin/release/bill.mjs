const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

const hashes = (integrity) =>
  (integrity ?? "")
    .split(" ")
    .filter((one) => one.startsWith("sha512-"))
    .map((one) => ({ alg: "SHA-512", content: Buffer.from(one.slice(7), "base64").toString("hex") }))

// CycloneDX has separate fields for an expression (MIT OR Apache-2.0) and a single id
const licences = (license) =>
  /[ ()]/.test(license)
    ? [{ expression: license }]
    : [
        {
          license: /^[A-Za-z0-9.+-]+$/.test(license) && license !== "NOASSERTION" ? { id: license } : { name: license }
        }
      ]

const component = (scope) => (one) => ({
  type: "library",
  "bom-ref": `${purl(one)}${scope === "runtime" ? "" : "#console"}`,
  name: one.name,
  version: one.version,
  purl: purl(one),
  licenses: licences(one.license),
  ...(hashes(one.integrity).length > 0 ? { hashes: hashes(one.integrity) } : {}),
  properties: [{ name: "stowage:part", value: scope }]
})

/** No serial number or clock: equal releases have equal bills. `seconds` since 1970. */
export const billOfMaterials = ({ console: bundled, product, runtime, seconds }) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    timestamp: new Date(seconds * 1000).toISOString(),
    component: {
      type: "application",
      "bom-ref": purl(product),
      name: product.name,
      version: product.version,
      purl: purl(product),
      licenses: licences(product.license)
    }
  },
  components: [...runtime.map(component("runtime")), ...bundled.map(component("console"))]
})

export const licenceTexts = (packages) =>
  `${packages
    .map((one) =>
      [
        `${one.name} ${one.version} (${one.license})${one.author === undefined ? "" : `, ${one.author}`}`,
        ...one.texts
      ].join("\n\n")
    )
    .join(`\n\n${"-".repeat(80)}\n\n`)}\n`
