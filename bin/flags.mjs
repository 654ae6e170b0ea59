/**
 * Node's memory limits for the service. Left alone V8 grows its heap to several hundred megabytes before it looks for
 * garbage; nothing here needs that. STOWAGE_HEAP_MB raises the limit for very large installations.
 */
export const memoryFlags = () => {
  const megabytes = Number(process.env.STOWAGE_HEAP_MB ?? 192)
  if (!Number.isInteger(megabytes) || megabytes < 112) {
    process.stderr.write("STOWAGE_HEAP_MB must be a whole number of megabytes, 112 or more\n")
    process.exit(1)
  }
  return [`--max-old-space-size=${megabytes}`, "--max-semi-space-size=8"]
}
