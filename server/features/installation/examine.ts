import {
  DOCTOR_CHECKS,
  DOCTOR_PROBLEMS,
  type DoctorCheck,
  type DoctorEntry,
  type DoctorProblem,
} from '#domain/installation/doctor.ts'
import type { Services } from '#server/features/open-features.ts'
import { getInstallation } from '#server/features/stored-files/installation-queries.ts'
import type { Config } from '#server/infrastructure/config.ts'
import { readDatabaseFacts } from '#server/infrastructure/database/opening/database-facts.ts'
import { withinOwnTime } from '#server/infrastructure/own-time.ts'
import { CONFIGURATION_CHECKS } from './configuration-checks.ts'
import type { Finding } from './finding.ts'
import { MACHINE_CHECKS } from './machine-checks.ts'

/** The oldest supported PostgreSQL. */
const POSTGRES_MIN = 15
/** The maximum difference of two clocks, in milliseconds. */
const CLOCKS_APART_MAX_MS = 60_000
/** How far the clock may be behind the last maintenance, in milliseconds. */
const CLOCK_BEHIND_MAX_MS = 10 * 60_000

/** Timeout of a check, in milliseconds. That of the mail server has its own, shorter one. */
const CHECK_MS = 6000

/** The checks that need the open installation, besides those of `/api/health`. */
const INSTALLATION_CHECKS = {
  async clock({ db }: Services): Promise<Finding> {
    const { clock_at } = await getInstallation(db.read)
    const { now } = await readDatabaseFacts(db.read)
    const isBehind = Date.parse(clock_at) - Date.now() > CLOCK_BEHIND_MAX_MS
    const differs = now !== undefined && Math.abs(now - Date.now()) > CLOCKS_APART_MAX_MS
    return { problems: isBehind || differs ? ['clock_differs'] : [] }
  },

  async database({ db }: Services): Promise<Finding> {
    const { name, version } = await readDatabaseFacts(db.read)
    return { problems: [], values: { name, version } }
  },

  bucket: ({ config: { bucket } }: Services): Finding | undefined =>
    bucket && { problems: [], values: { bucket: bucket.bucket } },

  async files({ db }: Services): Promise<Finding> {
    return { problems: [], values: { files: (await getInstallation(db.read)).stray_files } }
  },

  signing_key: (): Finding => ({ problems: [] }),
  load: (): Finding => ({ problems: [] }),

  async versions({ db }: Services): Promise<Finding> {
    const { name, version } = await readDatabaseFacts(db.read)
    const isOld = name === 'PostgreSQL' && Number.parseInt(version, 10) < POSTGRES_MIN
    return { problems: isOld ? ['postgres_old'] : [] }
  },
}

/** Examines the configuration and the machine. */
export async function examineConfiguration(config: Config): Promise<DoctorEntry[]> {
  return entriesOf(await Promise.all(run({ ...CONFIGURATION_CHECKS, ...MACHINE_CHECKS }, config, config)))
}

/** Examines everything: also the open installation, with the checks of `/api/health`. */
export async function examine(services: Services): Promise<DoctorEntry[]> {
  const { config, health } = services
  const [findings] = await Promise.all([
    Promise.all([
      ...run({ ...CONFIGURATION_CHECKS, ...MACHINE_CHECKS }, config, config),
      ...run(INSTALLATION_CHECKS, services, config),
    ]),
    health.check(),
  ])
  const failed = [...(await health.failing()), ...health.warnings()]
  return entriesOf([
    ...findings,
    ...failed.map((problem): NamedFinding => [DOCTOR_PROBLEMS[problem], { problems: [problem] }]),
  ])
}

type NamedFinding = [check: DoctorCheck, finding: Finding | undefined]

/** Starts all checks at once. One that fails, or gets no answer, leaves that to the check of health that has the same cause. */
function run<Subject>(
  checks: Partial<
    Record<DoctorCheck, (subject: Subject) => Finding | undefined | Promise<Finding | undefined>>
  >,
  subject: Subject,
  { timeFactor }: Config,
): Promise<NamedFinding>[] {
  return Object.entries(checks).map(async ([check, find]): Promise<NamedFinding> => {
    const found = Promise.resolve(subject)
      .then(find)
      .catch(() => undefined)
    const finding = await withinOwnTime(CHECK_MS * timeFactor, found, () => undefined)
    return [check as DoctorCheck, finding]
  })
}

/** One entry for each check that applies, in the order of `DOCTOR_CHECKS`. */
function entriesOf(findings: readonly NamedFinding[]): DoctorEntry[] {
  return DOCTOR_CHECKS.flatMap((check) => {
    const own = findings.flatMap(([name, finding]) => (name === check && finding ? [finding] : []))
    if (own.length === 0) return []
    const problems = new Set<DoctorProblem>(own.flatMap((finding) => finding.problems))
    const values = Object.assign({}, ...own.map((finding) => finding.values))
    return [{ check, problems: [...problems], values }]
  })
}
