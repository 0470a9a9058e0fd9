import { setTimeout as wait } from 'node:timers/promises'
import type { BucketConfig } from '#server/infrastructure/config.ts'
import { ApiError } from '#server/infrastructure/errors.ts'

/** `Retry-After`, in seconds. */
const RETRY_AFTER_S = '30'

/** The longest pause before the first retry, in milliseconds; it doubles each time. */
const PAUSE_MS = 200

/** The error names for exhausted storage. */
const FULL = ['QuotaExceeded', 'InsufficientCapacity', 'XMinioStorageFull', 'InsufficientStorage']
/** The names of transient errors with a status below 500. */
const MOMENTARY = ['RequestTimeout', 'RequestTimeTooSkewed', 'SlowDown', 'BadDigest']

/** The bucket has something else than was written. A retry can help. */
export class WrongObjectError extends Error {}

/** The object does not exist. */
export class MissingObjectError extends Error {}

/** True if the object does not exist. */
export function isMissing(error: unknown): boolean {
  if (error instanceof MissingObjectError) return true
  return statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket'
}

/** True if a retry may succeed; the SDK does not retry streams. */
export function isMomentary(error: unknown): boolean {
  if (error instanceof ApiError || isFull(error)) return false
  const status = statusOf(error)
  // Without a status, the bucket has not answered.
  if (status === undefined) return nameOf(error) !== 'CredentialsProviderError'
  return status >= 500 || status === 429 || MOMENTARY.includes(nameOf(error))
}

/** The pause is random, so that requests that failed together are not retried together. */
export async function pause(tries: number): Promise<void> {
  await wait(PAUSE_MS * 2 ** (tries - 1) * Math.random())
}

/** The error names for a refused request that others may send: a policy, a lock, or a read-only replica. */
const REFUSING = ['AccessDenied', 'MethodNotAllowed', 'ReadOnly', 'XMinioReadOnly']

/** The failure of writing an object. A bucket that refuses it despite valid credentials is read-only. */
export function asWritingError(error: unknown): unknown {
  return REFUSING.includes(nameOf(error)) ? new ApiError('storage_read_only', { cause: error }) : error
}

/** The caller's error: `storage_full`, or `store_unavailable` with the cause for the log. */
export function asApiError(cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause
  if (isFull(cause)) return new ApiError('storage_full', { cause })
  return new ApiError('store_unavailable', { cause, headers: { 'Retry-After': RETRY_AFTER_S } })
}

/** The operator's sentence for an unusable bucket. */
export function bucketSentence(error: unknown, { bucket, endpoint }: BucketConfig): string {
  const place = `the bucket "${bucket}" at ${endpoint ?? 'AWS'}`
  const name = nameOf(error)
  const status = statusOf(error)
  if (name === 'NoSuchBucket' || status === 404) return `STORE_URL: there is no ${place.slice(4)}.`
  if (name === 'CredentialsProviderError') {
    return `STORE_URL needs credentials for ${place}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`
  }
  if (status === 401 || status === 403) return `STORE_URL: ${place} refuses the credentials (${name}).`
  if (status === 301 || status === 400) return `STORE_URL: ${place} has another region or endpoint (${name}).`
  return `STORE_URL: ${place} does not answer as a bucket (${causeOf(error)}).`
}

function isFull(error: unknown): boolean {
  return statusOf(error) === 507 || FULL.includes(nameOf(error))
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error as NodeJS.ErrnoException).code ?? error.message
}
