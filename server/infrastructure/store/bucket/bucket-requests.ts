import { ListObjectsV2Command, type ListObjectsV2CommandOutput, type S3Client } from '@aws-sdk/client-s3'
import type { BucketConfig } from '#server/infrastructure/config.ts'
import { OutageWatch } from '#server/infrastructure/outage-watch.ts'
import { clientFor } from './bucket-client.ts'
import { asApiError, isMomentary } from './bucket-errors.ts'
import { withinTime } from './within-time.ts'

interface ListOptions {
  Prefix?: string
  Delimiter?: string
  ContinuationToken?: string
  MaxKeys?: number
}

interface Limits {
  /** The longest time until the answer begins, in milliseconds; by default `STORE_SECONDS`. */
  ms?: number
  /** Of whoever waits for the answer. */
  signal?: AbortSignal | undefined
  /** True if nobody waits for it: it fails at once while the bucket is away. */
  isImpatient?: boolean
}

/** Sends requests to one bucket, each once, and ends them when the bucket is away, long before their own limits. */
export class BucketRequests {
  readonly client: S3Client
  /** What every command begins with. */
  readonly place: { Bucket: string }
  readonly #stallMs: number
  readonly #watch: OutageWatch

  constructor(config: BucketConfig) {
    this.client = clientFor(config)
    this.#stallMs = config.stallMs
    const probe = async (signal: AbortSignal) => {
      await this.#askForOneName(signal)
      return []
    }
    this.#watch = new OutageWatch(probe, asApiError, config.timeFactor)
    this.place = { Bucket: config.bucket }
  }

  /** Does work with the bucket that has its own limits. @see OutageWatch.during */
  get during(): OutageWatch['during'] {
    return this.#watch.during.bind(this.#watch)
  }

  /** Does work with the bucket until its answer begins. @throws ApiError `store_unavailable` if the bucket is away */
  whilePresent<T>(
    work: (signal: AbortSignal) => Promise<T>,
    { ms, signal, isImpatient = false }: Limits = {},
  ): Promise<T> {
    return this.#watch.during(
      (gone) => this.withinTime(work, ms, signal ? AbortSignal.any([signal, gone]) : gone),
      { isImpatient },
    )
  }

  withinTime<T>(
    work: (signal: AbortSignal) => Promise<T>,
    ms = this.#stallMs,
    signal?: AbortSignal,
  ): Promise<T> {
    return withinTime(ms, work, signal)
  }

  list(options: ListOptions, ms?: number): Promise<ListObjectsV2CommandOutput> {
    const command = new ListObjectsV2Command({ ...this.place, ...options })
    return this.withinTime((abortSignal) => this.client.send(command, { abortSignal }), ms)
  }

  listPresent(options: ListOptions): Promise<ListObjectsV2CommandOutput> {
    return this.#watch.during(() => this.list(options))
  }

  /** Ends the connections. */
  close(): void {
    this.client.destroy()
  }

  /** Asks for something short that every bucket can answer. Also a refusal shows that it is there. */
  async #askForOneName(signal: AbortSignal): Promise<void> {
    try {
      const command = new ListObjectsV2Command({ ...this.place, MaxKeys: 1 })
      await this.client.send(command, { abortSignal: signal })
    } catch (error) {
      if (isMomentary(error)) throw error
    }
  }
}
