/**
 * Some requests ask for more than an open session: that its person is at the keyboard now. The shell registers what
 * asks for it (a dialog); requests refused with `step_up_required` wait for its outcome here, all for the same one.
 */
let show: (() => void) | null = null
let waiting: PromiseWithResolvers<boolean> | null = null

/** Registers what asks the person; answers how to take it away again. */
export const onStepUp = (ask: () => void): (() => void) => {
  show = ask
  return () => {
    show = null
    settleStepUp(false)
  }
}

/** Asks the person to confirm that it is them; answers whether they did. Where nobody can ask, they did not. */
export const confirmItIsYou = (): Promise<boolean> => {
  if (show === null) return Promise.resolve(false)
  if (waiting !== null) return waiting.promise
  const asked = Promise.withResolvers<boolean>()
  waiting = asked
  show()
  return asked.promise
}

/** Ends the asking: everything that waited goes on, or fails as it did before. */
export const settleStepUp = (proven: boolean): void => {
  waiting?.resolve(proven)
  waiting = null
}
