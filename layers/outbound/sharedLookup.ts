import { lookup, type LookupAddress, type LookupOptions } from "node:dns"

type Answer = (error: NodeJS.ErrnoException | null, found: ReadonlyArray<LookupAddress>) => void

const LOOKUP_TIMEOUT_MILLIS = 5_000

const late = (host: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`getaddrinfo EAI_AGAIN ${host}`), { code: "EAI_AGAIN", syscall: "getaddrinfo" })

/** Shares one look-up per name: each holds a thread, half a minute with silent name servers. */
export const sharedLookup = () => {
  const pending = new Map<string, Set<Answer>>()
  return (host: string, options: LookupOptions, answer: Answer): void => {
    const question = `${host} ${options.family ?? 0} ${options.hints ?? 0}`
    const timer = setTimeout(() => {
      pending.get(question)?.delete(listener)
      answer(late(host), [])
    }, LOOKUP_TIMEOUT_MILLIS)
    const listener: Answer = (error, addresses) => {
      clearTimeout(timer)
      answer(error, addresses)
    }
    const waiting = pending.get(question)
    if (waiting !== undefined) return void waiting.add(listener)
    const waiters = new Set([listener])
    pending.set(question, waiters)
    lookup(host, { ...options, all: true }, (error, addresses) => {
      pending.delete(question)
      for (const waiter of waiters) waiter(error, addresses)
    })
  }
}
