/** Qwik's symbol name: 64 incompressible bits. */
const SYMBOL = /\bs_[A-Za-z0-9]{11}\b/g
/** Characters of the hash that are retained; Qwik's component markers use the first four. */
const HASH_LENGTH = 5

/** Shortens symbol names in a text. `build/shortNames.ts` ensures that they stay unique. */
export const shortSymbols = (text: string): string => text.replace(SYMBOL, (name) => name.slice(0, 2 + HASH_LENGTH))
