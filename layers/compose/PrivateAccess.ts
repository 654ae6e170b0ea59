import { Layer } from "effect"
import { AccessGrants } from "#services/iam/bucketaccess/AccessGrants.ts"
import { BucketAccess } from "#services/iam/bucketaccess/BucketAccess.ts"
import { PrivateAccesses } from "#services/iam/privateaccess/PrivateAccesses.ts"
import { PrivateAccessRuns } from "#services/iam/privateaccess/PrivateAccessRuns.ts"
import * as ContextPeopleSql from "../sql/accounts/ContextPeopleSql.ts"
import * as PrivateAccessRecordsSql from "../sql/iam/PrivateAccessRecordsSql.ts"

export const PrivateAccess = Layer.merge(BucketAccess.layer, AccessGrants.layer).pipe(
  Layer.provideMerge(PrivateAccesses.layer),
  Layer.provideMerge(PrivateAccessRuns.layer),
  Layer.provideMerge(PrivateAccessRecordsSql.layer),
  Layer.provide(ContextPeopleSql.layer)
)
