import { componentOf, eachObject, type Json, type Spec } from "./spec.ts"

/** Key order is no difference. */
const canonical = (value: Json): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a < b ? -1 : 1))
      : part)

const redirect = (spec: Spec, names: ReadonlyMap<string, string>) =>
  eachObject(spec, (object) => {
    const name = componentOf(object["$ref"])
    const other = name === null ? undefined : names.get(name)
    if (other !== undefined) object["$ref"] = `#/components/schemas/${other}`
  })

/** JSON that travels as text is no thing of its own: it is written where it is used. */
const inlineText = (spec: Spec, schemas: Spec) =>
  eachObject(spec, (object) => {
    const name = componentOf(object["$ref"])
    const schema = name === null ? undefined : schemas[name]
    if (schema?.contentMediaType === undefined) return
    delete object["$ref"]
    Object.assign(object, schema)
  })

/** A schema with another status is generated a second time, as `Name_1`; equal ones are one. */
const mergeCopies = (spec: Spec, schemas: Spec) => {
  for (;;) {
    const copies = new Map(Object.keys(schemas).flatMap((name): ReadonlyArray<[string, string]> => {
      const original = /^(.+)_\d+$/.exec(name)?.[1]
      return original !== undefined && canonical(schemas[original]) === canonical(schemas[name]) ? [[name, original]] : []
    }))
    if (copies.size === 0) return
    redirect(spec, copies)
    for (const name of copies.keys()) delete schemas[name]
  }
}

/** What is trimmed on the way in is generated under another name than what comes of it; only what is sent is in the document. */
const nameAsSent = (spec: Spec, schemas: Spec) => {
  const names = new Map(Object.keys(schemas).flatMap((name): ReadonlyArray<[string, string]> => {
    const plain = /^(.+)Encoded$/.exec(name)?.[1]
    return plain !== undefined && schemas[plain] === undefined ? [[name, plain]] : []
  }))
  redirect(spec, names)
  for (const [name, plain] of names) {
    schemas[plain] = schemas[name]
    delete schemas[name]
  }
}

/** Drops what nothing leads to. */
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

/** The bounds of what a JavaScript number counts exactly say less than the format. */
const nameIntegers = (spec: Spec) =>
  eachObject(spec, (object) => {
    if (object["type"] !== "integer") return
    if (object["minimum"] === Number.MIN_SAFE_INTEGER) delete object["minimum"]
    if (object["maximum"] !== Number.MAX_SAFE_INTEGER) return
    delete object["maximum"]
    object["format"] = "int64"
  })

/** One name a thing, and no thing without use. */
export const tidyComponents = (spec: Spec): Spec => {
  const schemas: Spec = spec["components"]?.schemas ?? {}
  inlineText(spec, schemas)
  nameIntegers(spec)
  mergeCopies(spec, schemas)
  prune(spec, schemas)
  nameAsSent(spec, schemas)
  const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => a < b ? -1 : 1))
  return { ...spec, components: { ...spec["components"], schemas: sorted } }
}
