import { Shaped } from "../../platform/Text.ts"

/** Decimal text, so that no amount is ever a binary fraction. */
export const Price = Shaped(/^\d{1,9}(\.\d{1,9})?$/u, 40, "Expected a price such as 0.023, with at most 9 decimals")
export const Amount = Shaped(/^\d{1,12}(\.\d{1,6})?$/u, 40, "Expected an amount such as 12.50, with at most 6 decimals")

export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

export const ZERO_FRACTION: Fraction = { numerator: 0n, denominator: 1n }

export const parseFraction = (decimal: string): Fraction => {
  const [whole = "0", decimals = ""] = decimal.split(".")
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

export const addFractions = (one: Fraction, other: Fraction): Fraction =>
  one.denominator === other.denominator
    ? { numerator: one.numerator + other.numerator, denominator: one.denominator }
    : {
        numerator: one.numerator * other.denominator + other.numerator * one.denominator,
        denominator: one.denominator * other.denominator
      }

export const multiplyFractions = (one: Fraction, other: Fraction): Fraction => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator
})

/** Halves are rounded away from zero. */
export const roundTo = ({ denominator, numerator }: Fraction, decimals: number): string => {
  const negative = numerator < 0n
  const scaled = (negative ? -numerator : numerator) * 10n ** BigInt(decimals)
  const rounded = (scaled * 2n + denominator) / (denominator * 2n)
  const digits = String(rounded).padStart(decimals + 1, "0")
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return negative && rounded !== 0n ? `-${text}` : text
}
