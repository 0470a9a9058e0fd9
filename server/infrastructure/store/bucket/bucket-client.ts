import { Agent as PlainAgent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/infrastructure/config.ts'

/** Maximum connections. A stalled download holds one. */
const CONNECTIONS_MAX = 256
/** Maximum attempts of a request. */
export const TRIES = 3

/** The SDK for a bucket of any vendor. It retries requests itself, except streams. */
export function clientFor({ endpoint, region, stallMs }: BucketConfig): S3Client {
  const agent = { keepAlive: true, maxSockets: CONNECTIONS_MAX }
  return new S3Client({
    // Other vendors have no bucket names in their host names.
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(region !== undefined ? { region } : endpoint !== undefined && { region: 'us-east-1' }),
    // Other servers do not know the SDK's own checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Some servers never answer it, and the SDK waits for seconds.
    expectContinueHeader: false,
    maxAttempts: TRIES,
    // By default, the SDK writes warnings to the terminal.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
    requestHandler: {
      connectionTimeout: stallMs,
      throwOnRequestTimeout: true,
      httpAgent: new PlainAgent(agent),
      httpsAgent: new SecureAgent(agent),
    },
  })
}

/** An object of the bucket. */
export interface ListedObject {
  key: string
  /** Bytes. */
  size: number
  writtenAt: Date
}
