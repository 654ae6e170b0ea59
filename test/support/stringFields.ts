import { type Schema, SchemaAST } from "effect"

export type Path = ReadonlyArray<string | number>

export interface StringField {
  readonly path: Path
  readonly holding: (text: string) => unknown
}

const deepest = 8

const inside =
  (part: string | number, tags: Record<string, unknown> = {}) =>
  (field: StringField): StringField => ({
    path: [part, ...field.path],
    holding: (text) => (typeof part === "number" ? [field.holding(text)] : { ...tags, [part]: field.holding(text) })
  })

const fieldsOf = (ast: SchemaAST.AST, depth: number): ReadonlyArray<StringField> => {
  if (depth > deepest) return []
  switch (ast._tag) {
    case "String":
      return [{ path: [], holding: (text) => text }]
    case "Union":
      return ast.types.flatMap((member) => fieldsOf(member, depth))
    case "Arrays":
      return [...ast.elements, ...ast.rest]
        .slice(0, 1)
        .flatMap((item) => fieldsOf(item, depth + 1))
        .map(inside(0))
    case "Objects": {
      const tags = Object.fromEntries(
        ast.propertySignatures.flatMap(({ name, type }) =>
          type._tag === "Literal" ? [[String(name), type.literal]] : []
        )
      )
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          fieldsOf(type, depth + 1).map(inside(String(name), tags))
        ),
        ...ast.indexSignatures.flatMap(({ type }) => fieldsOf(type, depth + 1).map(inside("any", tags)))
      ]
    }
    case "Suspend":
      return fieldsOf(ast.thunk(), depth + deepest - 1)
    default:
      return []
  }
}

export const stringFields = (schema: Schema.Top): ReadonlyArray<StringField> => [
  ...new Map(fieldsOf(SchemaAST.toEncoded(schema.ast), 0).map((field) => [JSON.stringify(field.path), field])).values()
]
