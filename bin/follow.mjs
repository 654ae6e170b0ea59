// Ends the service when its parent (bin/runtime.mjs) is killed (kill -9), so that port and database are free.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
