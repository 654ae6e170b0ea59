import { assert, it } from "@effect/vitest"
import { loadInOrder } from "../../frontend/src/client/load-in-order.ts"

const importOf = (chunk: string, load: () => Promise<string>) =>
  Object.assign(() => load(), { toString: () => `()=>import("./${chunk}")` })

it("calls of one chunk run in order, and a failure blocks no other call", async () => {
  const [first, third] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const came: Array<string> = []
  const take = (wanted: Promise<string>) =>
    wanted.then(
      (name) => came.push(name),
      (cause: Error) => came.push(cause.message)
    )
  const all = [
    take(loadInOrder(importOf("l-one.js", () => first.promise))),
    take(loadInOrder(importOf("l-one.js", () => Promise.resolve("second")))),
    take(loadInOrder(importOf("l-one.js", () => third.promise))),
    take(loadInOrder(importOf("l-one.js", () => Promise.resolve("fourth")))),
    take(loadInOrder(importOf("l-other.js", () => Promise.resolve("another chunk"))))
  ]
  await all[4]
  assert.deepStrictEqual(came, ["another chunk"])
  third.reject(new Error("third failed"))
  first.resolve("first")
  await Promise.all(all)
  assert.deepStrictEqual(came, ["another chunk", "first", "second", "third failed", "fourth"])
})
