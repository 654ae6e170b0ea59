import { isServer, type JSXOutput, useServerData } from "@builder.io/qwik"
import { firstAddress } from "~/client/would-ask"

/**
 * Asks for what a part of the page reads first as soon as this stands in the document, long before its scripts run. What that is
 * the reader says itself, under a signal that sends nothing. `inContext`: it waits for the execution context of the page.
 * In what the service renders alone.
 */
export const useFirstRequest = (read: (signal: AbortSignal) => Promise<unknown>, inContext: boolean): Promise<JSXOutput> | null => {
  const nonce = useServerData<string>("nonce")
  return isServer ? script(firstAddress(read), inContext, nonce) : null
}

const script = async (asked: Promise<string | null>, inContext: boolean, nonce: string | undefined): Promise<JSXOutput> => {
  const address = await asked
  return address === null ? null : <script nonce={nonce} data-first={address} {...(inContext ? { "data-in-context": "" } : {})} dangerouslySetInnerHTML="stowageFirst()" />
}
