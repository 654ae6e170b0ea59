import { apply } from "./killed/apply.ts"
import { bucketChanges } from "./killed/bucketChanges.ts"
import { changes } from "./killed/changes.ts"
import { emptying } from "./killed/emptying.ts"
import { clusterBulkChange, featureCopy, opsBulkChange } from "./killed/featureCopy.ts"
import { features } from "./killed/features.ts"
import { history } from "./killed/history.ts"
import { iam } from "./killed/iam.ts"
import type { KilledWork } from "./killed/KilledWork.ts"
import { lastDay } from "./killed/lastDay.ts"
import { migrationCutover } from "./killed/migrationCutover.ts"
import { objectWork } from "./killed/objectWork.ts"
import { portalRequests } from "./killed/portalRequests.ts"
import { privateAccess } from "./killed/privateAccess.ts"
import { quotaMail } from "./killed/quotaMail.ts"
import { registrations } from "./killed/registrations.ts"
import { rotation } from "./killed/rotation.ts"
import { round } from "./killed/round.ts"

/** Rows of one round are held by the same process; it does four runs of the Manager and of objects concurrently. */
const rounds: ReadonlyArray<ReadonlyArray<KilledWork>> = [
  [objectWork, rotation, featureCopy, apply, registrations, iam, changes],
  [emptying, history],
  [bucketChanges, privateAccess, portalRequests, features],
  [opsBulkChange, clusterBulkChange, quotaMail],
  [lastDay],
  [migrationCutover]
]

rounds.forEach((rows, index) => {
  round(`a process that is killed is followed by one that ends its work, round ${index + 1}`, rows)
})
