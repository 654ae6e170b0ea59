/** By default V8 grows to several hundred megabytes before it collects. */
export const memoryFlags = () => {
  // empty means unset
  const setting = process.env.STOWAGE_HEAP_MB || "256"
  const megabytes = Number(setting)
  if (!/^\s*\d{1,7}\s*$/.test(setting) || megabytes < 128) {
    process.stderr.write("stowage: STOWAGE_HEAP_MB: expected a whole number of megabytes, 128 or more\n")
    process.exit(1)
  }
  return [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=8"]
}
