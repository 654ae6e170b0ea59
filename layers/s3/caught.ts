import { Exit } from "effect"

/** Turns an exception in a socket callback, which would end the process, into a defect of the waiting effect. */
export const caught = <A, E>(read: () => Exit.Exit<A, E>): Exit.Exit<A, E> => {
  try {
    return read()
  } catch (cause) {
    return Exit.die(cause)
  }
}
