import { createContextId, type Signal, useContext } from "@builder.io/qwik"

/** Where it is kept that keys of one character do nothing: "off". */
export const SINGLE_KEYS = "stowage:single-keys"

/** Opens the keyboard help: anything but null shows it. */
export const KeyHelpContext = createContextId<Signal<object | null>>("stowage.key-help")

export const useKeyHelp = () => useContext(KeyHelpContext)
