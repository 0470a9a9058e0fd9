import type { Logger } from 'pino'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'

/** The checks whose failure fails requests. */
const CHECKS = ['data_folder', 'disk_writable', 'disk_space', 'database', 'bucket'] as const
/** What needs the operator while the server works. A balancer must not remove it for these. */
export const WARNINGS = ['installation', 'sweep', 'signing_key', 'clock', 'event_loop', 'proxy'] as const
type Failing = (typeof CHECKS)[number]
type Warning = (typeof WARNINGS)[number]

export interface HealthCheck {
  name: Failing | Warning
  /** @returns the cause of a failure, else undefined; a thrown value is a cause, too */
  run(): unknown
  /** Another name, if it fits this cause better. */
  nameOf?(cause: unknown): Failing | undefined
  /** Its timeout, in milliseconds; by default `CHECK_MS`. */
  ms?: number
}

/** Minimum interval of the same check, in milliseconds. */
const CHECK_EVERY_MS = 3000
/** How long an answer waits for the checks, in milliseconds. For running ones it has their last result. */
const ANSWER_MS = 850
/** Timeout of a check, in milliseconds. Each has its own, so that none fails because another is late. */
const CHECK_MS = 5000

/** Runs the checks, and tracks failures. Each failure is logged once, at its start. */
export class Health {
  readonly #checks: HealthCheck[]
  readonly #log: Logger
  readonly #timeFactor: number
  readonly #gauge
  /** The failed checks, by the names of their causes. */
  readonly #failed = new Map<HealthCheck, Failing | Warning>()
  /** The running checks, also late ones. */
  readonly #running = new Map<HealthCheck, Promise<unknown>>()
  #damage: unknown
  readonly #damageCheck: HealthCheck = { name: 'database', run: () => this.#damage }
  #pending: Promise<void> | undefined
  #checkedAt = Number.NEGATIVE_INFINITY

  /** @param timeFactor that of the configuration */
  constructor(checks: readonly HealthCheck[], metrics: Metrics, log: Logger, timeFactor: number) {
    this.#checks = [...checks, this.#damageCheck]
    this.#log = log
    this.#timeFactor = timeFactor
    const help = 'Result of a check of /api/health: 1 if it succeeds, else 0.'
    this.#gauge = metrics.addGauge(
      'kanat_check_success',
      help,
      ['check'],
      async () => void (await this.failing()),
    )
    for (const name of new Set([
      'disk_writable',
      'disk_space',
      'proxy',
      ...checks.map((check) => check.name),
    ]))
      this.#gauge.set({ check: name }, 1)
  }

  /** The names of the failed checks that fail requests. */
  async failing(): Promise<Failing[]> {
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MS)
      await withinOwnTime(ANSWER_MS, this.check(), () => undefined)
    return CHECKS.filter((name) => this.#fails(name))
  }

  /** The names of the failed checks for the operator, as of the last run. */
  warnings(): Warning[] {
    return WARNINGS.filter((name) => this.#fails(name))
  }

  /** Runs all checks now. */
  check(): Promise<void> {
    this.#pending ??= awaitedLater(
      Promise.all(this.#checks.map((check) => this.#run(check))).then(() => {
        this.#pending = undefined
        this.#checkedAt = performance.now()
      }),
    )
    return this.#pending
  }

  /** Records damage of the database until a full check finds none. @param damage undefined if there is none */
  setDamage(damage: unknown): void {
    this.#damage = damage
    this.#report(this.#damageCheck, damage)
  }

  /** Adds a warning until the server stops, once per name. */
  warn(name: Warning, cause: Error): void {
    if (this.#checks.some((check) => check.name === name)) return
    const check: HealthCheck = { name, run: () => cause }
    this.#checks.push(check)
    this.#report(check, cause)
  }

  #fails(name: Failing | Warning): boolean {
    return [...this.#failed.values()].includes(name)
  }

  /** A late check does not restart before its end: its connections and threads are still in use. */
  async #run(check: HealthCheck): Promise<void> {
    const begin = () => causeOf(check).finally(() => this.#running.delete(check))
    const running = this.#running.get(check) ?? begin()
    this.#running.set(check, running)
    const ms = (check.ms ?? CHECK_MS) * this.#timeFactor
    this.#report(
      check,
      await withinOwnTime(ms, running, () => new Error(`${check.name} did not answer in ${ms} ms`)),
    )
  }

  /** @param cause undefined if the check succeeds */
  #report(check: HealthCheck, cause: unknown): void {
    const before = this.#failed.get(check)
    const name = cause === undefined ? undefined : (check.nameOf?.(cause) ?? check.name)
    if (name === before) return
    this.#failed.delete(check)
    if (name !== undefined) {
      this.#failed.set(check, name)
      this.#log.error({ check: name, err: cause }, 'a check fails')
    }
    if (before !== undefined) this.#log.info({ check: before }, 'a check passes again')
    for (const changed of [before, name]) {
      if (changed !== undefined) this.#gauge.set({ check: changed }, this.#fails(changed) ? 0 : 1)
    }
  }
}

async function causeOf(check: HealthCheck): Promise<unknown> {
  try {
    return await check.run()
  } catch (error) {
    return error ?? new Error('the check failed without a reason')
  }
}
