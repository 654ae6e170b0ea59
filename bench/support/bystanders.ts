import { getPage, type Target } from "./rate.ts"

/** Between two questions of one caller, in milliseconds. */
const thought = 40

/** Callers who ask for the same few things in turn, each a moment after the last answer; what they waited is kept from `begin` on. */
export const bystanders = (callers: number, targets: () => ReadonlyArray<Target>) => {
  let times: Array<number> = []
  let going = true
  const caller = async (first: number) => {
    for (let turn = first; going; turn++) {
      const all = targets()
      const target = all[turn % all.length]
      if (target === undefined) throw new Error("nothing to ask for")
      const began = performance.now()
      await getPage(target)
      times.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, thought))
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  return {
    begin: () => { times = [] },
    /** What each answer took since then, in milliseconds. */
    told: () => ({ times: [...times] }),
    stop: async () => {
      going = false
      await all
    }
  }
}
