import { DateTime, Schema, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { attachment } from "#domain/objects/attachment.ts"
import { csv, type Plain } from "#domain/platform/csv.ts"
import { WorkItem, WorkRun } from "#domain/platform/work/WorkRun.ts"

type Items<E> = Stream.Stream<ReadonlyArray<WorkItem>, E>

const head = [
  "ordinal",
  "label",
  "detail",
  "before",
  "after",
  "state",
  "attempts",
  "problem_code",
  "problem",
  "result",
  "can_undo",
  "started_at",
  "ended_at"
] as const

const time = (at: DateTime.Utc | null): string | null => (at === null ? null : DateTime.formatIso(at))

const cellsOf = ({ ended_at, problem, result, started_at, ...item }: WorkItem): ReadonlyArray<Plain> => [
  item.ordinal,
  item.label,
  item.detail,
  item.before,
  item.after,
  item.state,
  item.attempts,
  problem?.code ?? null,
  problem?.detail ?? null,
  JSON.stringify(result),
  item.can_undo,
  time(started_at),
  time(ended_at)
]

const runText = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(WorkRun)))
const itemText = Schema.encodeSync(Schema.fromJsonString(Schema.toCodecJson(WorkItem)))

const forms = {
  csv: {
    type: "text/csv; charset=utf-8",
    texts: <E>(_: WorkRun, items: Items<E>) =>
      Stream.concat(
        Stream.succeed(csv([head])),
        Stream.map(items, (some) => csv(some.map(cellsOf)))
      )
  },
  json: {
    type: "application/json",
    texts: <E>(run: WorkRun, items: Items<E>) => {
      const all = Stream.flatMap(items, (some) => Stream.fromIterable(some.map((item) => itemText(item))))
      return Stream.succeed(`{"run":${runText(run)},"items":[`).pipe(
        Stream.concat(Stream.intersperse(all, ",\n")),
        Stream.concat(Stream.succeed("]}\n"))
      )
    }
  }
}

export const respondWorkReport = <E>(
  run: WorkRun,
  items: Items<E>,
  format: keyof typeof forms
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.stream(Stream.encodeText(forms[format].texts(run, items)), {
    contentType: forms[format].type,
    headers: {
      "content-disposition": attachment(`${run.kind}-${run.id}.${format}`),
      "x-content-type-options": "nosniff"
    }
  })
