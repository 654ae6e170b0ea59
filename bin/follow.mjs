// Loaded into the service under a parent of ours (bin/runtime.mjs): ends the service when the parent is killed (kill
// -9), so that port and database are free.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
