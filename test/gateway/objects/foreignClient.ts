import { S3Client } from "@aws-sdk/client-s3"
import type { ManagerScene } from "../managerScene.ts"

export const foreignClient = ({ key, target }: Pick<ManagerScene, "key" | "target">): S3Client =>
  new S3Client({
    endpoint: target.url,
    region: "default",
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    credentials: { accessKeyId: key.accessKey, secretAccessKey: key.secretKey }
  })
