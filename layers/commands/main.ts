import { cacheResolutions } from "../process/resolutionCache.ts"

// set up before any other import, to make them faster
const store = cacheResolutions()
await import("./run.ts")
store()
