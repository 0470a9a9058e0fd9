/**
 * The tests of a copy of the project, one file after the other, each in a process of its own. The variable `TEST_ORDER` has the
 * files in the order in which they run, and `TEST_RESULTS` the file that gets the result of each.
 */
import { appendFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { TestModule, TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'
import original from '../../../vitest.config.ts'

const ROOT = join(import.meta.dirname, '../../..')
const order = (process.env.TEST_ORDER ?? '').split(',')

class GivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => order.indexOf(relative(ROOT, moduleId))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

/** Writes the result of each test file as soon as it ends. */
const results = {
  onTestModuleEnd(module: TestModule): void {
    const failed = [...module.children.allTests('failed')][0]
    const error = failed?.result().errors?.[0] ?? module.errors()[0]
    const { duration, setupDuration, collectDuration, environmentSetupDuration, prepareDuration } =
      module.diagnostic()
    const result: TestResult = {
      project: module.project.name,
      file: relative(ROOT, module.moduleId),
      ms: Math.round(duration + setupDuration + collectDuration + environmentSetupDuration + prepareDuration),
      failed:
        module.state() === 'failed' ? (failed?.fullName ?? 'does not load, or a hook fails') : undefined,
      error: error?.message.slice(0, 200),
    }
    appendFileSync(process.env.TEST_RESULTS ?? '', `${JSON.stringify(result)}\n`)
  },
}

/** What became of a test file. */
export interface TestResult {
  project: string
  file: string
  ms: number
  /** The first test that failed. */
  failed?: string | undefined
  error?: string | undefined
}

const { test } = original
export default {
  test: {
    ...test,
    root: ROOT,
    maxWorkers: 1,
    sequence: { sequencer: GivenOrder },
    reporters: [results],
    projects: test?.projects?.map((project) =>
      typeof project === 'object' && 'test' in project
        ? {
            ...project,
            test: {
              ...project.test,
              root: ROOT,
              isolate: true,
              setupFiles: [
                'tests/support/time/patient-waits.ts',
                ...(process.env.TEST_COUNTED ? [join(import.meta.dirname, 'name-current-test.ts')] : []),
              ],
            },
          }
        : project,
    ),
  },
}
