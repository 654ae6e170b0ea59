import { cacheResolutions } from "../process/resolutionCache.ts"

// before any other import, which it makes faster
const store = cacheResolutions()
await import("./run.ts")
store()
