import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'

/** Bucket bounds, in seconds: from a cached thumbnail to an upload over a slow line. */
const BUCKETS_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300]

/** Timeout of a gauge's value, in milliseconds. */
const VALUE_MS = 700

/**
 * The Prometheus metrics. Those of the whole server are here; other modules add theirs.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]
  #beforeFirstText: (() => void) | undefined

  /** The time to the first byte of an answer. `route` is an API pattern, or `*` for all other addresses. */
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds until an answer begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: this.#registers,
  })
  /** The time of the last successful maintenance. */
  readonly maintenanceDone = this.addGauge(
    'kanat_upkeep_success_timestamp_seconds',
    'The time of the last successful hourly maintenance; 0 before the first one.',
  )

  /** Adds a counter. */
  addCounter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers })
  }

  /** Adds a gauge whose value is set. */
  addGauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
    /** Sets it at each scrape. */
    collect: () => Promise<void> = async () => {},
  ): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: this.#registers, collect })
  }

  /** Adds a gauge that is read at each scrape. After the timeout it is omitted: its source may be unreachable. */
  addCollectedGauge(name: string, help: string, read: Read): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        const value = await valueInTime(read)
        if (value === undefined) this.remove()
        else this.set(value)
      },
    })
  }

  /**
   * Adds process metrics, such as memory and processor time, from the first scrape on: prom-client samples the event loop a hundred times a
   * second, more work than all else in an idle server. Call it once per process.
   */
  watchProcess(): void {
    this.#beforeFirstText = () => collectDefaultMetrics({ register: this.#registry })
  }

  /** All metrics as text for Prometheus. */
  async text(): Promise<{ type: string; text: string }> {
    this.#beforeFirstText?.()
    this.#beforeFirstText = undefined
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}

type Read = () => number | Promise<number> | Promise<number | undefined>

/** Undefined if it cannot be read, or not in time. */
async function valueInTime(read: Read): Promise<number | undefined> {
  const value = (async () => read())().catch(() => undefined)
  return withinOwnTime(VALUE_MS, value, () => undefined)
}
