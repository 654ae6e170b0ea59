/** Qwik's name of a piece of code that it cut out: 64 bits that nothing compresses. */
const SYMBOL = /\bs_[A-Za-z0-9]{11}\b/g
/** Signs of it that are kept; Qwik's own marks of components are its first four. */
const KEPT = 5

/** A text with short names for the pieces: those by which scripts export and import them, and pages name them. `build/shortNames.ts` sees to it that no two are the same. */
export const shortSymbols = (text: string): string => text.replace(SYMBOL, (name) => name.slice(0, 2 + KEPT))
