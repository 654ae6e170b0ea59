import { type Schema, SchemaAST } from "effect"

export type Place = ReadonlyArray<string | number>

export interface BadBody {
  readonly kind: string
  readonly place: Place
  readonly body: unknown
}

type Kind = "any" | "array" | "boolean" | "null" | "number" | "object" | "string"

const deepest = 6

const membersOf = (ast: SchemaAST.AST): ReadonlyArray<SchemaAST.AST> =>
  ast._tag === "Union" ? ast.types.flatMap(membersOf) : ast._tag === "Suspend" ? membersOf(ast.thunk()) : [ast]

const kindOf = (ast: SchemaAST.AST): Kind => {
  switch (ast._tag) {
    case "String":
    case "TemplateLiteral":
      return "string"
    case "Number":
      return "number"
    case "Boolean":
      return "boolean"
    case "Null":
      return "null"
    case "Literal":
      return typeof ast.literal === "string" ? "string" : typeof ast.literal === "number" ? "number" : "boolean"
    case "Enum":
      return "string"
    case "Arrays":
      return "array"
    case "Objects":
      return "object"
    default:
      return "any"
  }
}

const withValue = (body: unknown, [part, ...rest]: Place, value: unknown): unknown => {
  if (part === undefined) return value
  if (typeof part === "number")
    return [
      withValue(Array.isArray(body) ? body[0] : undefined, rest, value),
      ...(Array.isArray(body) ? body.slice(1) : [])
    ]
  const object = typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}
  return { ...object, [part]: withValue((object as Record<string, unknown>)[part], rest, value) }
}

const ids = ["user_id", "group_id", "account_id", "s3_user_id", "s3_connection_id"]

const wrong: ReadonlyArray<readonly [Kind, unknown]> = [
  ["object", {}],
  ["string", "text"],
  ["number", 7]
]

const longText = "x".repeat(300_000)
const longList = Array.from({ length: 20_001 }, (_, index) => index + 1)

/** Bodies with one error each: unknown or `removed` properties, null, wrong types, excessive sizes, duplicates. */
export const badBodies = (
  schema: Schema.Top,
  example: unknown,
  removed: ReadonlyArray<string>
): ReadonlyArray<BadBody> => {
  const bodies: Array<BadBody> = []
  const add = (kind: string, place: Place, value: unknown) =>
    bodies.push({ kind, place, body: withValue(example, place, value) })

  const walk = (ast: SchemaAST.AST, place: Place): void => {
    if (place.length > deepest) return
    const members = membersOf(ast)
    const kinds = new Set(members.map(kindOf))
    if (kinds.has("any")) return
    if (!kinds.has("null")) add(kinds.has("array") ? "null list" : "null", place, null)
    const wrongValue = wrong.find(([kind]) => !kinds.has(kind))
    if (wrongValue !== undefined) add("wrong type", place, wrongValue[1])
    if (members.some((member) => member._tag === "String")) add("oversize", place, longText)
    if (members.some((member) => member._tag === "Number"))
      for (const number of [1e300, 2 ** 53]) add("oversize", place, number)
    if (members.every((member) => member._tag === "Literal")) add("unknown word", place, "no-such-word")
    for (const member of members) {
      if (member._tag === "Arrays") {
        const [item] = [...member.elements, ...member.rest]
        if (item === undefined) continue
        const fieldNames = membersOf(item)
          .flatMap((one) => (one._tag === "Objects" ? one.propertySignatures.map(({ name }) => String(name)) : []))
          .find((name) => ids.includes(name))
        if (fieldNames !== undefined)
          add(
            "duplicate",
            place,
            [1, 1].map((id) => ({
              [fieldNames]: id,
              ...(fieldNames === "s3_user_id" ||
              fieldNames === "s3_connection_id" ||
              String(place.at(-1)).endsWith("_details")
                ? {}
                : { portal_role: "portal_user" })
            }))
          )
        if (kindOf(item) === "number") add("duplicate", place, [1, 1])
        add("oversize", place, longList)
        walk(item, [...place, 0])
      }
      if (member._tag === "Objects" && member.indexSignatures.length === 0) {
        const names = new Set(member.propertySignatures.map(({ name }) => String(name)))
        add("unknown property", [...place, "no_such_field"], 1)
        if (place.length === 0) for (const name of removed) if (!names.has(name)) add("removed field", [name], [1])
        for (const { name, type } of member.propertySignatures) walk(type, [...place, String(name)])
      }
    }
  }
  walk(SchemaAST.toEncoded(schema.ast), [])
  return [
    ...new Map(
      bodies.map((one) => [
        `${one.kind} ${JSON.stringify(one.place)} ${JSON.stringify(one.body).slice(-60)} ` +
          `${JSON.stringify(one.body).length}`,
        one
      ])
    ).values()
  ]
}
