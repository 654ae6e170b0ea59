import { Layer } from "effect"
import { AdminSharesHandlers } from "./admin/Shares.ts"
import { BrowserArchivesHandlers } from "./browser/Archives.ts"
import { BrowserBucketsHandlers } from "./browser/Buckets.ts"
import { BrowserListingsHandlers } from "./browser/Listings.ts"
import { BrowserObjectDetailsHandlers } from "./browser/ObjectDetails.ts"
import { BrowserObjectsHandlers } from "./browser/Objects.ts"
import { BrowserSharesHandlers, OwnSharesHandlers } from "./browser/Shares.ts"
import { BrowserUploadsHandlers } from "./browser/Uploads.ts"
import { ManagerObjectsHandlers } from "./manager/Objects.ts"
import { ManagerSharesHandlers } from "./manager/Shares.ts"
import { ShareHandlers } from "./share/Share.ts"

export const ObjectHandlers = Layer.mergeAll(
  BrowserArchivesHandlers,
  BrowserBucketsHandlers,
  BrowserListingsHandlers,
  BrowserObjectDetailsHandlers,
  BrowserObjectsHandlers,
  BrowserSharesHandlers,
  BrowserUploadsHandlers,
  ManagerObjectsHandlers,
  OwnSharesHandlers,
  ShareHandlers,
  ManagerSharesHandlers,
  AdminSharesHandlers
)
