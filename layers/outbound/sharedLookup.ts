import { lookup, type LookupAddress, type LookupOptions } from "node:dns"

type Answer = (error: NodeJS.ErrnoException | null, found: ReadonlyArray<LookupAddress>) => void

/** Milliseconds that a connection waits for the addresses of its name: as long as it may take to come about. */
const patience = 5_000

const late = (host: string): NodeJS.ErrnoException => Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: "EAI_AGAIN", syscall: "getaddrinfo" })

/**
 * All addresses of a name, by one question for however many connections ask at the same time. A question holds a thread of the process for
 * as long as the system's resolver takes, half a minute where name servers are silent: many would keep everybody else's waiting, and the
 * names of other hosts with them. Who has waited for five seconds is told `EAI_AGAIN`; the question goes on, and whoever comes waits for it.
 */
export const sharedLookup = () => {
  const asked = new Map<string, Set<Answer>>()
  return (host: string, options: LookupOptions, answer: Answer): void => {
    const question = `${host} ${options.family ?? 0} ${options.hints ?? 0}`
    const timer = setTimeout(() => {
      asked.get(question)?.delete(told)
      answer(late(host), [])
    }, patience)
    const told: Answer = (error, found) => {
      clearTimeout(timer)
      answer(error, found)
    }
    const waiting = asked.get(question)
    if (waiting !== undefined) return void waiting.add(told)
    const waiters = new Set([told])
    asked.set(question, waiters)
    lookup(host, { ...options, all: true }, (error, found) => {
      asked.delete(question)
      for (const waiter of waiters) waiter(error, found)
    })
  }
}
