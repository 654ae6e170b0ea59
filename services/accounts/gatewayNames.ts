/** Base 32, as in access keys: 256 is a multiple of it, so the distribution is uniform. */
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const random = (length: number) => Array.from(crypto.getRandomValues(new Uint8Array(length)))

/** Access key of 20 characters, chosen here so that it can be stored before the gateway is called. */
export const newAccessKey = (): string =>
  random(20)
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join("")

/** A2: RGW accepts ids of its own form from the creator. */
export const newAccountId = (): string =>
  `RGW${random(17)
    .map((byte) => byte % 10)
    .join("")}`
