export interface KnownProvider {
  readonly id: string
  readonly label: string
  readonly address: string
  readonly regions: ReadonlyArray<string>
  readonly pathStyle: boolean
  readonly hint?: string
}

export const KNOWN_PROVIDERS: ReadonlyArray<KnownProvider> = [
  {
    id: "aws",
    label: "Amazon S3",
    address: "https://s3.{region}.amazonaws.com",
    pathStyle: false,
    regions: [
      "us-east-1",
      "us-east-2",
      "us-west-1",
      "us-west-2",
      "ca-central-1",
      "eu-central-1",
      "eu-west-1",
      "eu-west-2",
      "eu-west-3",
      "eu-north-1",
      "eu-south-1",
      "ap-northeast-1",
      "ap-northeast-2",
      "ap-south-1",
      "ap-southeast-1",
      "ap-southeast-2",
      "sa-east-1"
    ]
  },
  {
    id: "r2",
    label: "Cloudflare R2",
    address: "https://[account-id].r2.cloudflarestorage.com",
    regions: ["auto"],
    pathStyle: true,
    hint: "The account id stands on the R2 overview of your Cloudflare dashboard."
  },
  {
    id: "wasabi",
    label: "Wasabi",
    address: "https://s3.{region}.wasabisys.com",
    pathStyle: true,
    regions: [
      "us-east-1",
      "us-east-2",
      "us-central-1",
      "us-west-1",
      "ca-central-1",
      "eu-central-1",
      "eu-central-2",
      "eu-west-1",
      "eu-west-2",
      "eu-south-1",
      "ap-northeast-1",
      "ap-northeast-2",
      "ap-southeast-1",
      "ap-southeast-2"
    ]
  },
  {
    id: "b2",
    label: "Backblaze B2",
    address: "https://s3.{region}.backblazeb2.com",
    regions: ["us-west-000", "us-west-001", "us-west-002", "us-west-004", "us-east-005", "eu-central-003"],
    pathStyle: true,
    hint: "The region is part of the endpoint that Backblaze shows beside the bucket."
  },
  {
    id: "spaces",
    label: "DigitalOcean Spaces",
    address: "https://{region}.digitaloceanspaces.com",
    regions: ["nyc3", "sfo2", "sfo3", "ams3", "fra1", "lon1", "sgp1", "blr1", "syd1", "tor1"],
    pathStyle: false
  },
  {
    id: "hetzner",
    label: "Hetzner Object Storage",
    address: "https://{region}.your-objectstorage.com",
    regions: ["fsn1", "nbg1", "hel1"],
    pathStyle: false
  },
  {
    id: "scaleway",
    label: "Scaleway",
    address: "https://s3.{region}.scw.cloud",
    regions: ["fr-par", "nl-ams", "pl-waw"],
    pathStyle: false
  },
  {
    id: "ovh",
    label: "OVHcloud",
    address: "https://s3.{region}.io.cloud.ovh.net",
    regions: ["gra", "sbg", "rbx", "de", "uk", "waw", "bhs"],
    pathStyle: true
  },
  {
    id: "gcs",
    label: "Google Cloud Storage (HMAC keys)",
    address: "https://storage.googleapis.com",
    regions: ["auto"],
    pathStyle: true
  },
  { id: "minio", label: "MinIO", address: "https://[host]:9000", regions: ["us-east-1"], pathStyle: true },
  { id: "garage", label: "Garage", address: "https://[host]:3900", regions: ["garage"], pathStyle: true },
  { id: "ceph", label: "Ceph RGW", address: "https://[host]", regions: ["default"], pathStyle: true }
]

export const addressOf = ({ address }: KnownProvider, region: string): string => address.replace("{region}", region)
