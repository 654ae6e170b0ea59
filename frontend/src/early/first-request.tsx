import { isServer, type JSXOutput, useServerData } from "@builder.io/qwik"
import { firstAddress } from "~/client/would-ask"

/** Sends the request when this part is parsed. `inContext`: waits for the execution context. Server only. */
export const useFirstRequest = (
  read: (signal: AbortSignal) => Promise<unknown>,
  inContext: boolean
): Promise<JSXOutput> | null => {
  const nonce = useServerData<string>("nonce")
  return isServer ? script(firstAddress(read), inContext, nonce) : null
}

const script = async (
  context: Promise<string | null>,
  inContext: boolean,
  nonce: string | undefined
): Promise<JSXOutput> => {
  const address = await context
  return address === null ? null : (
    <script
      nonce={nonce}
      data-first={address}
      {...(inContext ? { "data-in-context": "" } : {})}
      dangerouslySetInnerHTML="stowageFirst()"
    />
  )
}
