/** How long letters belong together, in milliseconds. */
const TOGETHER = 700

/** What was typed to find an entry of a list: letters that follow each other quickly make one beginning, one letter repeated walks on. */
export class TypeAhead {
  private typed = ""
  private at = -Infinity

  /** The place among `names` of what begins like the letters so far, looked for from `here`; undefined where nothing does. */
  next(letter: string, now: number, names: ReadonlyArray<string>, here: number): number | undefined {
    this.typed = now - this.at > TOGETHER ? letter.toLowerCase() : this.typed + letter.toLowerCase()
    this.at = now
    const repeated = [...this.typed].every((each) => each === this.typed[0])
    const beginning = repeated ? this.typed.slice(0, 1) : this.typed
    const first = here + (repeated ? 1 : 0)
    for (let step = 0; step < names.length; step++) {
      const index = (Math.max(first, 0) + step) % names.length
      if (names[index]?.trim().toLowerCase().startsWith(beginning)) return index
    }
    return undefined
  }
}
