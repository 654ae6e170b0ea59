/** 64 incompressible bits. */
const SYMBOL = /\bs_[A-Za-z0-9]{11}\b/g
/** Qwik's component markers use the first four characters. */
const HASH_LENGTH = 5

/** `build/shortNames.ts` ensures uniqueness. */
export const shortSymbols = (text: string): string => text.replace(SYMBOL, (name) => name.slice(0, 2 + HASH_LENGTH))
