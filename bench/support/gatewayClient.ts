import { S3Client } from "@aws-sdk/client-s3"
import type { RealGateway } from "../../test/support/RealGateway.ts"

interface Key {
  readonly accessKey: string
  readonly secretKey: string
}

export const gatewayClient = ({ url }: Pick<RealGateway, "url">, { accessKey, secretKey }: Key): S3Client =>
  new S3Client({
    endpoint: url,
    region: "default",
    forcePathStyle: true,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey }
  })
