import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Answer } from "../../support/ConsoleBrowser.ts"
import type { BrowserScene } from "./browserScene.ts"

export const framesOf = (text: string): ReadonlyArray<{ readonly event: string; readonly data: any }> =>
  text.split("\n\n").flatMap((part) => {
    const event = /^event: (.*)$/m.exec(part)?.[1]
    const data = /^data: (.*)$/m.exec(part)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) }]
  })

export const resultOf = (answer: Answer) => {
  assert.strictEqual(answer.status, 200, answer.text)
  const frames = framesOf(answer.text)
  assert.deepStrictEqual(
    frames.slice(-2).map(({ event }) => event),
    ["result", "done"],
    answer.text
  )
  return frames.at(-2)?.data
}

export const previewed = (scene: Pick<BrowserScene, "ask">, place: string, query: Record<string, string>) =>
  Effect.map(scene.ask("GET", place, { query }), resultOf)
