import { Schema } from "effect"
import { ApplyDocument } from "./ApplyDocument.ts"

export const documentSchema = (): Readonly<Record<string, Schema.Json>> => {
  const { definitions, schema } = Schema.toJsonSchemaDocument(ApplyDocument, { onExcessProperty: "error" })
  const text = JSON.stringify({ ...schema, $defs: definitions }).replaceAll('"#/definitions/', '"#/$defs/')
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Stowage document",
    description: "What an installation is to be, as stowage apply takes it.",
    ...(JSON.parse(text) as Record<string, Schema.Json>)
  }
}
