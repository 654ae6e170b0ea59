// Loaded into the service where a parent of ours stands before it (bin/runtime.mjs): when that parent is gone without a word (kill -9), the service ends as if
// it had been asked to, instead of living on with the port and the database.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
process.channel?.unref()
