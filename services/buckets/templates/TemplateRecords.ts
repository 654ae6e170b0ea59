import { Context, type DateTime, type Effect } from "effect"
import type { CreateGoldenTemplate, GoldenTemplate } from "#domain/buckets/templates/GoldenTemplate.ts"

export class TemplateRecords extends Context.Service<
  TemplateRecords,
  {
    readonly list: (endpointId: number) => Effect.Effect<ReadonlyArray<GoldenTemplate>>
    /** Null also for a template of another endpoint. */
    readonly find: (endpointId: number, id: number) => Effect.Effect<GoldenTemplate | null>
    /** Null when the name is taken. */
    readonly add: (
      endpointId: number,
      template: CreateGoldenTemplate,
      now: DateTime.Utc
    ) => Effect.Effect<GoldenTemplate | null>
    readonly update: (
      id: number,
      template: CreateGoldenTemplate,
      now: DateTime.Utc
    ) => Effect.Effect<GoldenTemplate | null>
    readonly remove: (id: number) => Effect.Effect<void>
  }
>()("stowage/services/buckets/templates/TemplateRecords") {}
