import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds of the buckets, in seconds: from a cached thumbnail to an upload over a slow line. */
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30, 300]

/**
 * The figures of an operator, in the words of Prometheus. Those of the whole server are here; whoever has others adds
 * them.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #registers = [this.#registry]

  /** Until an answer begins; `route` is a pattern of the API, or `*` for whatever else was asked for. */
  readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time until an answer begins.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: this.#registers,
  })
  readonly sweptFiles = this.addCounter('kanat_swept_files_total', 'Leftover files that the sweeper removed.')
  /** Set whenever the hourly upkeep has ended well. */
  readonly upkeepDone = this.addGauge(
    'kanat_upkeep_success_timestamp_seconds',
    'When the hourly upkeep last ended well; 0 before the first time.',
  )

  /** A figure that only grows. */
  addCounter<Label extends string = never>(
    name: string,
    help: string,
    labelNames: Label[] = [],
  ): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: this.#registers })
  }

  /** A figure that is set. */
  addGauge<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name, help, labelNames, registers: this.#registers })
  }

  /** A figure that is looked up when somebody asks for it. */
  addReading(name: string, help: string, read: () => number | Promise<number>): void {
    new Gauge({
      name,
      help,
      registers: this.#registers,
      async collect() {
        this.set(await read())
      },
    })
  }

  /** Adds memory, processor time and the like of the process itself. There is one process and so one such watch. */
  watchProcess(): void {
    collectDefaultMetrics({ register: this.#registry })
  }

  /** Everything as Prometheus reads it. */
  async text(): Promise<{ type: string; text: string }> {
    return { type: this.#registry.contentType, text: await this.#registry.metrics() }
  }
}
