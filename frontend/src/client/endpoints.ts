import type {
  CreateStorageEndpoint, DetectedFeatures, DetectFeatures, EndpointHealth, StorageEndpoint as Schema, UpdateStorageEndpoint
} from "#domain/endpoints/StorageEndpoint.ts"
import { request } from "./request"

export type StorageEndpoint = (typeof Schema)["Encoded"]
export type Detected = (typeof DetectedFeatures)["Encoded"]
export type Health = (typeof EndpointHealth)["Encoded"]
export type FeaturesConfig = StorageEndpoint["features_config"]
export type Provider = StorageEndpoint["provider"]

const PATH = "/admin/storage-endpoints"

export const listEndpoints = (signal?: AbortSignal) => request<ReadonlyArray<StorageEndpoint>>("GET", PATH, { signal })

export const createEndpoint = (body: (typeof CreateStorageEndpoint)["Encoded"]) => request<StorageEndpoint>("POST", PATH, { body })

export const updateEndpoint = (id: number, body: (typeof UpdateStorageEndpoint)["Encoded"]) =>
  request<StorageEndpoint>("PUT", `${PATH}/${id}`, { body })

export const deleteEndpoint = (id: number) => request<void>("DELETE", `${PATH}/${id}`)

/** Tries what a gateway can do; nothing is stored. */
export const detectFeatures = (body: (typeof DetectFeatures)["Encoded"], signal?: AbortSignal) =>
  request<Detected>("POST", `${PATH}/detect-features`, { body, signal })

export const endpointHealth = (id: number, signal?: AbortSignal) => request<Health>("GET", `${PATH}/${id}/health`, { signal })
