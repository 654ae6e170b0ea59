import { Layer } from "effect"
import { BrowserBucketsHandlers } from "./browser/Buckets.ts"
import { BrowserObjectsHandlers } from "./browser/Objects.ts"
import { BrowserUploadsHandlers } from "./browser/Uploads.ts"

/** Handlers of the object browser and of uploads. */
export const ObjectHandlers = Layer.mergeAll(BrowserBucketsHandlers, BrowserObjectsHandlers, BrowserUploadsHandlers)
