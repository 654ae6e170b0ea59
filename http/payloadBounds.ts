import type { SchemaAST } from "effect"
import { type BodyBounds, maxBodyBounds } from "./bodyBounds.ts"

/** Tolerance above the schema, so that unknown fields are still named in the error. */
const [TOLERANCE_TOTAL, TOLERANCE_PER_LIST] = [1_000, 100] as const
const DEFAULT_MAX_VALUES = 20_000

type Sizes = Omit<BodyBounds, "depth">
const unlimited: Sizes = { values: Infinity, elements: Infinity, members: Infinity }
const single: Sizes = { values: 1, elements: 0, members: 0 }

const limitOf = (checks: SchemaAST.Checks | undefined, id: string, parameter: string): number =>
  Math.min(
    Infinity,
    ...(checks ?? []).map((check) => {
      if (check._tag === "FilterGroup") return limitOf(check.checks, id, parameter)
      const meta = check.annotations?.representation as
        | { readonly id: string; readonly payload: Record<string, number> | null }
        | undefined
      return meta?.id === id ? (meta.payload?.[parameter] ?? Infinity) : Infinity
    })
  )

const widest = (sizes: ReadonlyArray<Sizes>, key: keyof Sizes) => Math.max(0, ...sizes.map((one) => one[key]))
const total = (sizes: ReadonlyArray<Sizes>) => sizes.reduce((sum, { values }) => sum + values, 0)
/** 0 × Infinity is 0 here. */
const multiply = (count: number, values: number) => (count === 0 ? 0 : count * values)

const sizesOf = (ast: SchemaAST.AST): Sizes => {
  const encoded = ast.encoding?.at(-1)?.to
  if (encoded !== undefined) return sizesOf(encoded)
  switch (ast._tag) {
    case "Union": {
      const members = ast.types.map(sizesOf)
      return {
        values: widest(members, "values"),
        elements: widest(members, "elements"),
        members: widest(members, "members")
      }
    }
    case "Arrays": {
      const [fixed, rest] = [ast.elements.map(sizesOf), ast.rest.map(sizesOf)]
      const length =
        ast.rest.length === 0 ? fixed.length : limitOf(ast.checks, "effect/schema/isMaxLength", "maxLength")
      return {
        values: 1 + total(fixed) + multiply(length, widest(rest, "values")),
        elements: Math.max(length, widest([...fixed, ...rest], "elements")),
        members: widest([...fixed, ...rest], "members")
      }
    }
    case "Objects": {
      const [fields, entries] = [
        ast.propertySignatures.map(({ type }) => sizesOf(type)),
        ast.indexSignatures.map(({ type }) => sizesOf(type))
      ]
      const others = entries.length === 0 ? 0 : limitOf(ast.checks, "effect/schema/isMaxProperties", "maxProperties")
      return {
        values: 1 + total(fields) + multiply(others, widest(entries, "values")),
        elements: widest([...fields, ...entries], "elements"),
        members: Math.max(fields.length + others, widest([...fields, ...entries], "members"))
      }
    }
    case "String":
    case "Number":
    case "Boolean":
    case "Null":
    case "Literal":
    case "Enum":
    case "TemplateLiteral":
      return single
    default:
      return unlimited
  }
}

export const payloadBounds = (schemas: ReadonlyArray<{ readonly ast: SchemaAST.AST }>): BodyBounds => {
  const sizes = schemas.map(({ ast }) => sizesOf(ast))
  const values = widest(sizes, "values")
  return {
    depth: maxBodyBounds.depth,
    values: values === Infinity ? DEFAULT_MAX_VALUES : Math.min(maxBodyBounds.values, values + TOLERANCE_TOTAL),
    elements: Math.min(maxBodyBounds.elements, widest(sizes, "elements") + TOLERANCE_PER_LIST),
    members: Math.min(maxBodyBounds.members, widest(sizes, "members") + TOLERANCE_PER_LIST)
  }
}
