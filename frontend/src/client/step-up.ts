/** Requests refused with `step_up_required` wait for the result of the shell's dialog. */
let show: (() => void) | null = null
let waiting: PromiseWithResolvers<boolean> | null = null

export const onStepUp = (ask: () => void): (() => void) => {
  show = ask
  return () => {
    show = null
    settleStepUp(false)
  }
}

export const confirmItIsYou = (): Promise<boolean> => {
  if (show === null) return Promise.resolve(false)
  if (waiting !== null) return waiting.promise
  const answer = Promise.withResolvers<boolean>()
  waiting = answer
  show()
  return answer.promise
}

export const settleStepUp = (proven: boolean): void => {
  waiting?.resolve(proven)
  waiting = null
}
