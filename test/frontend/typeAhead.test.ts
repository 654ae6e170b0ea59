import { describe, expect, it } from "vitest"
import { TypeAhead } from "../../frontend/src/lib/type-ahead.ts"

const names = ["Buckets", "Browser", "Usage", "Users", "Ärger", " link requests"]

const type = (letters: string, { every = 100, from = -1 } = {}): ReadonlyArray<number | undefined> => {
  const typeAhead = new TypeAhead()
  let here = from
  return [...letters].map((letter, at) => {
    const found = typeAhead.next(letter, at * every, names, here)
    here = found ?? here
    return found
  })
}

describe("type-ahead", () => {
  it("goes to what begins with a letter, whatever its case", () => expect(type("u")).toEqual([2]))
  it("takes letters that follow quickly as one beginning", () => expect(type("usa")).toEqual([2, 2, 2]))
  it("narrows: the second letter rules the first find out", () => expect(type("br")).toEqual([0, 1]))
  it("starts anew after a rest", () => expect(type("bu", { every: 1000 })).toEqual([0, 2]))
  it("walks on where one letter is repeated, round and round", () => expect(type("uuu")).toEqual([2, 3, 2]))
  it("looks from where one stands, and from the start behind the end", () =>
    expect(type("b", { from: 4 })).toEqual([0]))
  it("stays where nothing begins so", () => expect(type("x")).toEqual([undefined]))
  it("finds the same in whatever order letters are heard of that were pressed one after the other", () => {
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1]
    ]) {
      const typeAhead = new TypeAhead()
      const found = order.map((at) => typeAhead.next("use"[at] ?? "", at * 100, ["Keyboard", "Sign out", "Users"], 0))
      expect(found.at(-1), order.join()).toBe(2)
    }
  })
  it("ignores space before a name", () => expect(type("l")).toEqual([5]))
})
