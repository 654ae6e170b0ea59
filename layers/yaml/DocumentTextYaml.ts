import { Effect, Layer } from "effect"
import { LineCounter } from "yaml"
import { InvalidInput, RateLimited } from "#domain/platform/errors/Errors.ts"
import { DocumentText } from "#services/fleet/apply/DocumentText.ts"
import { makeThreads, type ThreadOptions } from "../process/Threads.ts"
import { type Place, readYaml, type YamlReading } from "./readYaml.ts"
import { writeYaml, type YamlWriting } from "./writeYaml.ts"

const MAX_INLINE_LENGTH = 4_000
/** Large documents take seconds; aliases and large maps take quadratic time. */
const THREAD_LIMITS: ThreadOptions = { threads: 1, timeLimit: "1 minute", maxWaiting: 3, heapMegabytes: 512 }

const refusal = (issues: ReadonlyArray<string>) =>
  new InvalidInput({ issues: issues.map((message) => ({ path: ["source"], message })) })

const nearest = (root: Place, path: ReadonlyArray<string>): number | undefined => {
  let [offset, place] = [root.offset, root]
  for (const part of path) {
    const child = place.parts?.get(part)
    if (child === undefined) break
    ;[offset, place] = child
  }
  return offset
}

export const makeDocumentText = (options: ThreadOptions) =>
  Layer.effect(
    DocumentText,
    Effect.gen(function* () {
      const program = new URL("./yamlThread.ts", import.meta.url)
      const run = yield* makeThreads(program, options)
      const runWriting = yield* makeThreads(program, options)
      // the frame answers with this problem
      const busy = Effect.die(new RateLimited({ retry_after_seconds: 5 }))
      const readInThread = (text: string) =>
        Effect.flatMap(run(text), (outcome) => {
          if (outcome._tag === "Busy") return busy
          return outcome._tag === "Done"
            ? Effect.succeed(outcome.value as YamlReading)
            : Effect.fail(refusal(["This document takes too long to read: write out its aliases, and divide it"]))
        })

      const writeInThread = (writing: YamlWriting) =>
        Effect.flatMap(runWriting(writing), (outcome) =>
          outcome._tag === "Done" ? Effect.succeed(String(outcome.value)) : busy
        )

      return DocumentText.of({
        read: Effect.fn("DocumentText.read")(function* (text: string) {
          const reading = text.length <= MAX_INLINE_LENGTH ? readYaml(text) : yield* readInThread(text)
          if ("refused" in reading) return yield* refusal(reading.refused)
          const lines = new LineCounter()
          lines.lineStarts = [...reading.lineStarts]
          return {
            value: reading.value,
            placeOf: (path: ReadonlyArray<string>) => {
              const offset = nearest(reading.place, path)
              if (offset === undefined) return null
              const { col, line } = lines.linePos(offset)
              return { line: Math.max(line, 1), column: Math.max(col, 1) }
            }
          }
        }),
        write: Effect.fn("DocumentText.write")((document, heading, remarks) => {
          const writing: YamlWriting = { json: JSON.stringify(document), heading, remarks }
          return writing.json.length <= MAX_INLINE_LENGTH
            ? Effect.sync(() => writeYaml(writing))
            : writeInThread(writing)
        })
      })
    })
  )

export const layer = makeDocumentText(THREAD_LIMITS)
