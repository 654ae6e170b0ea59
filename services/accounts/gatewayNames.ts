/** Base 32, as access keys are made of; a byte falls on each letter equally often. */
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

const random = (length: number) => Array.from(crypto.getRandomValues(new Uint8Array(length)))

/** Twenty characters. Chosen here and not by the gateway: it is written down before the gateway is asked to make it. */
export const newAccessKey = (): string => random(20).map((byte) => letters[byte % letters.length]).join("")

/** A2: RGW takes an id of its own form from whoever creates the account. */
export const newAccountId = (): string => `RGW${random(17).map((byte) => byte % 10).join("")}`
