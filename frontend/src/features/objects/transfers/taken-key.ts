import { asProblem, ProblemError } from "~/client/problem-error"
import type { ItemChoice } from "~/components/operations/operation"

/** What becomes of a file whose key is taken. */
export type Choice = "replace" | "skip" | "keep-both"

/** The same, as it is asked about a file that is on its way already. */
export const CHOICES: ReadonlyArray<ItemChoice & { readonly id: Choice }> = [
  { id: "skip", label: "Skip" }, { id: "keep-both", label: "Keep both" }, { id: "replace", label: "Replace", danger: true }
]

/** Whether it was refused since something is stored under its key, which nobody chose to replace. */
export const isTaken = (cause: unknown): boolean => asProblem(cause).code === "already_exists"

/** Why a file was not stored that nobody was asked about: when its key was looked for, nothing was there. */
export const takenMeanwhile = (): ProblemError => new ProblemError({
  status: 409, code: "already_exists", title: "Taken meanwhile", detail: "Something else was stored under this key meanwhile. It is as it was, and this file was not stored."
})
