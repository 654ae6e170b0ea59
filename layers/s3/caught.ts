import { Exit } from "effect"

/** What an answer is read as in a callback of a socket: what is thrown there ends the process, and is a defect of whoever waits instead. */
export const caught = <A, E>(read: () => Exit.Exit<A, E>): Exit.Exit<A, E> => {
  try {
    return read()
  } catch (cause) {
    return Exit.die(cause)
  }
}
