import { createContextId, type Signal, useContext } from "@builder.io/qwik"

export const SINGLE_KEYS = "stowage:single-keys"

export const KeyHelpContext = createContextId<Signal<object | null>>("stowage.key-help")

export const useKeyHelp = () => useContext(KeyHelpContext)
