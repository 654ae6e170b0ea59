import { Layer } from "effect"
import { BrowserArchivesHandlers } from "./browser/Archives.ts"
import { BrowserBucketsHandlers } from "./browser/Buckets.ts"
import { BrowserListingsHandlers } from "./browser/Listings.ts"
import { BrowserObjectDetailsHandlers } from "./browser/ObjectDetails.ts"
import { BrowserObjectsHandlers } from "./browser/Objects.ts"
import { BrowserUploadsHandlers } from "./browser/Uploads.ts"
import { ManagerObjectsHandlers } from "./manager/Objects.ts"

/** Handlers of objects: the Browser's, its uploads, and what the Manager shows of them. */
export const ObjectHandlers = Layer.mergeAll(
  BrowserArchivesHandlers, BrowserBucketsHandlers, BrowserListingsHandlers, BrowserObjectDetailsHandlers, BrowserObjectsHandlers,
  BrowserUploadsHandlers, ManagerObjectsHandlers
)
