import { getPage, type Target } from "./rate.ts"

const THINK_MILLIS = 40

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
      await new Promise((resolve) => setTimeout(resolve, THINK_MILLIS))
    }
  }
  const all = Promise.all(Array.from({ length: callers }, (_, index) => caller(index)))
  return {
    begin: () => {
      times = []
    },
    measured: () => ({ times: [...times] }),
    stop: async () => {
      going = false
      await all
    }
  }
}
