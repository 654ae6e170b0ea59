import type { Answer, Arguments, Callable, Given, Operation, Place } from "./contract"
import { addressOf, type Parts, respond } from "./request"

/**
 * Asks an operation of the contract and hands back what it answers: `call("GET /api/admin/users", { query: { page: 2 } })`.
 * What the contract does not say does not compile. Fails as `respond` does.
 */
export const call = async <const O extends Callable>(operation: O, ...[given]: Arguments<Given<O>>): Promise<Answer<O>> => {
  const response = await respond(operation, given as Parts)
  return (response.status === 204 ? undefined : await response.json()) as Answer<O>
}

/** The address of an operation, for what the browser asks by itself: downloads, parts of an upload. */
export const address = <const O extends Operation>(operation: O, ...[place]: Arguments<Place<O>>): string => addressOf(operation, place as Parts)
