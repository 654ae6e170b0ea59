const PREFIX_TIMEOUT = 700

/** A repeated letter moves on. Sorts letters by time, as they may arrive out of order while the code loads. */
export class TypeAhead {
  private pressed: ReadonlyArray<{ readonly letter: string; readonly at: number }> = []

  next(letter: string, at: number, names: ReadonlyArray<string>, here: number): number | undefined {
    const all = [...this.pressed, { letter: letter.toLowerCase(), at }].sort((one, other) => one.at - other.at)
    const pause = all.findLastIndex(
      (press, index) => index > 0 && press.at - (all[index - 1]?.at ?? 0) > PREFIX_TIMEOUT
    )
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
