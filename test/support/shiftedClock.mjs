// For `node --import`: shifts the clock by SHIFTED_CLOCK_SECONDS until SIGUSR2; TLS keeps the real one.
const Machine = Date
let shift = Number(process.env["SHIFTED_CLOCK_SECONDS"] ?? "0") * 1_000
process.on("SIGUSR2", () => {
  shift = 0
})

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
