/** How long letters belong together, in milliseconds. */
const TOGETHER = 700

/**
 * What was typed to find an entry of a list: letters that follow each other quickly make one beginning, one letter repeated walks on.
 * Letters may come here in another order than they were pressed in, while the code that hears them is fetched.
 */
export class TypeAhead {
  private pressed: ReadonlyArray<{ readonly letter: string; readonly at: number }> = []

  /** The place among `names` of what begins like the letters so far, looked for from `here`; undefined where nothing does. `at`: when it was pressed (ms). */
  next(letter: string, at: number, names: ReadonlyArray<string>, here: number): number | undefined {
    const all = [...this.pressed, { letter: letter.toLowerCase(), at }].sort((one, other) => one.at - other.at)
    const pause = all.findLastIndex((press, index) => index > 0 && press.at - (all[index - 1]?.at ?? 0) > TOGETHER)
    this.pressed = all.slice(Math.max(pause, 0))
    const typed = this.pressed.map((press) => press.letter).join("")
    const repeated = [...typed].every((each) => each === typed[0])
    const beginning = repeated ? typed.slice(0, 1) : typed
    const first = here + (repeated ? 1 : 0)
    for (let step = 0; step < names.length; step++) {
      const index = (Math.max(first, 0) + step) % names.length
      if (names[index]?.trim().toLowerCase().startsWith(beginning)) return index
    }
    return undefined
  }
}
