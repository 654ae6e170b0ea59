// For `node --import`: the wall clock of the process is SHIFTED_CLOCK_SECONDS ahead, until SIGUSR2 puts it right. What a machine's clock
// moves but this does not: what libraries of the system ask themselves, TLS above all.
const Machine = Date
let shift = Number(process.env["SHIFTED_CLOCK_SECONDS"] ?? "0") * 1_000
process.on("SIGUSR2", () => { shift = 0 })

globalThis.Date = class Date extends Machine {
  constructor(...parts) {
    if (parts.length === 0) super(Machine.now() + shift)
    else super(...parts)
  }
  static now() {
    return Machine.now() + shift
  }
  static [Symbol.hasInstance](value) {
    return value instanceof Machine
  }
}
