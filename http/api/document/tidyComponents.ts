import { componentOf, eachObject, type Json, type Spec } from "./spec.ts"

const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )

const redirect = (spec: Spec, names: ReadonlyMap<string, string>) =>
  eachObject(spec, (object) => {
    const name = componentOf(object["$ref"])
    const other = name === null ? undefined : names.get(name)
    if (other !== undefined) object["$ref"] = `#/components/schemas/${other}`
  })

const inlineText = (spec: Spec, schemas: Spec) =>
  eachObject(spec, (object) => {
    const name = componentOf(object["$ref"])
    const schema = name === null ? undefined : schemas[name]
    if (schema?.contentMediaType === undefined) return
    delete object["$ref"]
    Object.assign(object, schema)
  })

const mergeCopies = (spec: Spec, schemas: Spec) => {
  for (;;) {
    const copies = new Map(
      Object.keys(schemas).flatMap((name): ReadonlyArray<[string, string]> => {
        const original = /^(.+)_\d+$/.exec(name)?.[1]
        return original !== undefined && canonical(schemas[original]) === canonical(schemas[name])
          ? [[name, original]]
          : []
      })
    )
    if (copies.size === 0) return
    redirect(spec, copies)
    for (const name of copies.keys()) delete schemas[name]
  }
}

/** Uses the encoded name of transformed schemas: only that form is in the document. */
const nameAsSent = (spec: Spec, schemas: Spec) => {
  const names = new Map(
    Object.keys(schemas).flatMap((name): ReadonlyArray<[string, string]> => {
      const plain = /^(.+)Encoded$/.exec(name)?.[1]
      return plain !== undefined && schemas[plain] === undefined ? [[name, plain]] : []
    })
  )
  redirect(spec, names)
  for (const [name, plain] of names) {
    schemas[plain] = schemas[name]
    delete schemas[name]
  }
}

const prune = (spec: Spec, schemas: Spec) => {
  const reached = new Set<string>()
  const follow = (value: Json): void =>
    eachObject(value, (object) => {
      const name = componentOf(object["$ref"])
      if (name === null || reached.has(name)) return
      reached.add(name)
      follow(schemas[name])
    })
  follow(spec["paths"])
  follow(spec["components"]?.responses)
  for (const name of Object.keys(schemas)) if (!reached.has(name)) delete schemas[name]
}

const compositions = ["anyOf", "oneOf", "allOf"]

const unwrapSingles = (spec: Spec) =>
  eachObject(spec, (object) => {
    for (const keyword of compositions) {
      const members: Json = object[keyword]
      if (!Array.isArray(members) || members.length !== 1) continue
      const { [keyword]: _, ...others } = object
      const merged = { ...others, ...members[0] }
      if (Object.entries(others).some(([key, value]) => canonical(value) !== canonical(merged[key]))) continue
      delete object[keyword]
      Object.assign(object, members[0])
    }
  })

const nameIntegers = (spec: Spec) =>
  eachObject(spec, (object) => {
    if (object["type"] !== "integer") return
    if (object["minimum"] === Number.MIN_SAFE_INTEGER) delete object["minimum"]
    if (object["maximum"] !== Number.MAX_SAFE_INTEGER) return
    delete object["maximum"]
    object["format"] = "int64"
  })

export const tidyComponents = (spec: Spec): Spec => {
  const schemas: Spec = spec["components"]?.schemas ?? {}
  inlineText(spec, schemas)
  nameIntegers(spec)
  unwrapSingles(spec)
  mergeCopies(spec, schemas)
  prune(spec, schemas)
  nameAsSent(spec, schemas)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { ...spec, components: { ...spec["components"], schemas: sorted } }
}
