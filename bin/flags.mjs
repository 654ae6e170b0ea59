/**
 * Node's memory limits for the service. Left alone V8 grows its heap to several hundred megabytes before it looks for
 * garbage; nothing here needs that. STOWAGE_HEAP_MB raises the limit for very large installations.
 */
export const memoryFlags = () => {
  // empty is not set, as for every other variable
  const said = process.env.STOWAGE_HEAP_MB || "192"
  const megabytes = Number(said)
  if (!/^\s*\d{1,7}\s*$/.test(said) || megabytes < 112) {
    process.stderr.write("stowage: STOWAGE_HEAP_MB: expected a whole number of megabytes, 112 or more\n")
    process.exit(1)
  }
  return [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=8"]
}
