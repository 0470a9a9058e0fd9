import type { Logger } from 'pino'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import type { Metrics } from '#server/infrastructure/metrics/metrics.ts'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'

/** The checks because of which requests fail. */
const CHECKS = ['data_folder', 'disk_writable', 'disk_space', 'database', 'bucket'] as const
/** What needs the operator, while the server can do all its work. A balancer must not take it out of service for these. */
export const WARNINGS = ['installation', 'sweep', 'clock', 'event_loop', 'proxy'] as const
type Failing = (typeof CHECKS)[number]
type Warning = (typeof WARNINGS)[number]

export interface HealthCheck {
  name: Failing | Warning
  /** @returns the cause if it fails, else undefined; what it throws is a cause, too */
  run(): unknown
  /** Another name, if it tells this cause better. */
  nameOf?(cause: unknown): Failing | undefined
  /** Its longest time, in milliseconds; by default `CHECK_MS`. */
  ms?: number
}

/** The shortest time between two checks of the same thing, in milliseconds. */
const CHECK_EVERY_MS = 3000
/** An answer waits no longer for the checks, in milliseconds. For those that still run, it says what they found before. */
const ANSWER_MS = 850
/** If a check takes longer, in milliseconds, it fails. Each has its own time, so that none fails because another one is late. */
const CHECK_MS = 5000

/** Runs the checks, and remembers what fails. Each failure is logged once, when it begins. */
export class Health {
  readonly #checks: HealthCheck[]
  readonly #log: Logger
  readonly #timeFactor: number
  readonly #gauge
  /** The checks that have failed, by the names of their causes. */
  readonly #failed = new Map<HealthCheck, Failing | Warning>()
  /** The checks that have not ended, also those that are late. */
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

  /** The names of the failed checks because of which requests fail. */
  async failing(): Promise<Failing[]> {
    if (performance.now() - this.#checkedAt > CHECK_EVERY_MS)
      await withinOwnTime(ANSWER_MS, this.check(), () => undefined)
    return CHECKS.filter((name) => this.#fails(name))
  }

  /** The names of the failed checks that need the operator, as of the last check. */
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

  /** Remembers the damage of the database until a check of the whole finds none. @param damage undefined if there is none */
  setDamage(damage: unknown): void {
    this.#damage = damage
    this.#report(this.#damageCheck, damage)
  }

  /** Adds a warning that stays until the server stops, unless there is one with this name. */
  warn(name: Warning, cause: Error): void {
    if (this.#checks.some((check) => check.name === name)) return
    const check: HealthCheck = { name, run: () => cause }
    this.#checks.push(check)
    this.#report(check, cause)
  }

  #fails(name: Failing | Warning): boolean {
    return [...this.#failed.values()].includes(name)
  }

  /** A late check does not begin again before it has ended: its connections and threads are still in use. */
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
