import { Layer } from "effect"
import { BucketContentsS3 } from "../s3/BucketContentsS3.ts"
import { BucketGatewayS3 } from "../s3/BucketGatewayS3.ts"
import { BucketPagesS3 } from "../s3/BucketPagesS3.ts"
import { GatewayHttp } from "../rgw/GatewayHttp.ts"
import { LogDeliveryS3 } from "../s3/LogDeliveryS3.ts"
import { LifecycleScanS3 } from "../s3/LifecycleScanS3.ts"
import { MultipartStoreS3 } from "../s3/MultipartStoreS3.ts"
import { ObjectDetailStoreS3 } from "../s3/ObjectDetailStoreS3.ts"
import { ObjectRelayS3 } from "../s3/ObjectRelayS3.ts"
import { Outbound } from "../outbound/Outbound.ts"
import { ObjectStoreS3 } from "../s3/ObjectStoreS3.ts"
import { SyntheticProbeS3 } from "../s3/SyntheticProbeS3.ts"
import { S3Calls } from "../s3/S3Calls.ts"
import { VersionStoreS3 } from "../s3/VersionStoreS3.ts"

export const S3 = Layer.mergeAll(
  BucketContentsS3,
  BucketGatewayS3,
  BucketPagesS3,
  LifecycleScanS3,
  LogDeliveryS3,
  MultipartStoreS3,
  ObjectRelayS3.pipe(Layer.provideMerge(ObjectDetailStoreS3)),
  ObjectStoreS3,
  SyntheticProbeS3,
  VersionStoreS3
).pipe(Layer.provide(S3Calls.layer), Layer.provide(GatewayHttp.layer), Layer.provide(Outbound.layer))
