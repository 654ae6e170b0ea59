import { Effect, Layer } from "effect"
import { isMap, LineCounter, Document as YamlDocument } from "yaml"
import { InvalidInput } from "#domain/platform/errors/Errors.ts"
import { DocumentText } from "#services/fleet/apply/DocumentText.ts"
import { makeThreads, type ThreadOptions } from "../process/Threads.ts"
import { type Place, readYaml, type YamlReading } from "./readYaml.ts"

/** A document of this length parses in tens of milliseconds. */
const MAX_INLINE_LENGTH = 4_000
/** Large documents take seconds; aliases and large maps take quadratic time. */
const THREAD_LIMITS: ThreadOptions = { threads: 1, timeLimit: "1 minute", maxWaiting: 3, heapMegabytes: 512 }

const refusal = (issues: ReadonlyArray<string>) =>
  new InvalidInput({ issues: issues.map((message) => ({ path: ["source"], message })) })

/** Finds the offset of a path, or of its nearest existing parent. */
const nearest = (root: Place, path: ReadonlyArray<string>): number | undefined => {
  let [offset, place] = [root.offset, root]
  for (const part of path) {
    const found = place.parts?.get(part)
    if (found === undefined) break
    ;[offset, place] = found
  }
  return offset
}

/** Parses long documents in a thread. */
export const makeDocumentText = (options: ThreadOptions) =>
  Layer.effect(
    DocumentText,
    Effect.gen(function* () {
      const run = yield* makeThreads(new URL("./yamlThread.ts", import.meta.url), options)
      const readInThread = (text: string) =>
        Effect.flatMap(run(text), (outcome) =>
          outcome._tag === "Done"
            ? Effect.succeed(outcome.value as YamlReading)
            : Effect.fail(refusal(["This document takes too long to read: write out its aliases, and divide it"]))
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
        write: (document, heading, remarks) => {
          const written = new YamlDocument(document, { version: "1.2", aliasDuplicateObjects: false })
          written.commentBefore = heading
          for (const { path, text } of remarks) {
            const node = written.getIn(path, true)
            if (isMap(node)) node.comment = text
          }
          return written.toString({ lineWidth: 0 })
        }
      })
    })
  )

export const layer = makeDocumentText(THREAD_LIMITS)
