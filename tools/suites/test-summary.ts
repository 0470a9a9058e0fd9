/** Prints where the time of the tests goes, and what failed. */
import { stripVTControlCharacters } from 'node:util'

/** A test file, with the seconds of its tests. */
export interface FileTime {
  file: string
  seconds: number
}

/** A part of the run that may go on beside another one, with the seconds from its begin to its end. */
export interface PartTime {
  part: string
  seconds: number
  /** User and system time of its processes together. */
  processorSeconds: number
}

/** What failed, so that the end of the output says it: the line of a failed test is thousands of lines above. */
export interface Failure {
  name: string
  message: string
}

const SLOWEST = 15
const LINES_OF_A_FAILURE = 12

export function printSlowest(kind: string, files: FileTime[]): void {
  const total = sumOf(files)
  console.log(`\nThe slowest files of ${kind}; total ${Math.round(total)} s:`)
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  for (const { file, seconds } of slowest) printLine(seconds, total, file)
}

/** @param total the seconds of the whole run */
export function printParts(parts: PartTime[], total: number): void {
  const processor = parts.reduce((sum, { processorSeconds }) => sum + processorSeconds, 0)
  console.log(
    `\nThe parts of ${Math.round(total)} s (${Math.round(processor)} s of processors); some go on at the same time:`,
  )
  for (const { part, seconds, processorSeconds } of parts) {
    printLine(seconds, total, `${part} (${Math.round(processorSeconds)} s of processors)`)
  }
}

export function printFailures(failures: Failure[]): void {
  if (failures.length > 0) console.log('\nFailures:')
  for (const { name, message } of failures) {
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => !line.includes('/node_modules/'))
      .slice(0, LINES_OF_A_FAILURE)
    console.log([name, ...lines.map((line) => `    ${line}`)].join('\n'))
  }
}

function printLine(seconds: number, total: number, name: string): void {
  const share = `${Math.round((100 * seconds) / (total || 1))} %`
  console.log(`${seconds.toFixed(1).padStart(8)} s ${share.padStart(5)}  ${name}`)
}

const sumOf = (files: FileTime[]) => files.reduce((sum, { seconds }) => sum + seconds, 0)

/** What vitest writes about a file. `message` is empty if the file was loaded. */
export interface VitestFile {
  name: string
  status: string
  message: string
  assertionResults: {
    fullName: string
    status: string
    failureMessages?: string[] | null
  }[]
}

/** A file of journeys, or a group in it, as Playwright writes it. */
export interface PlaywrightSuite {
  file: string
  specs: {
    title: string
    ok: boolean
    tests: { results: { duration: number; errors: { message?: string }[] }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}

export function journeyTimes(suites: PlaywrightSuite[]): FileTime[] {
  return addUp(suites.flatMap(timesIn))
}

function timesIn({ file, specs, suites = [] }: PlaywrightSuite): FileTime[] {
  const results = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return [...results.map(({ duration }) => ({ file, seconds: duration / 1000 })), ...suites.flatMap(timesIn)]
}

/** The failed tests, and the files that could not be loaded. */
export function vitestFailures(files: VitestFile[], root: string): Failure[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.slice(root.length + 1)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ name: file, message }]
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${file}: ${fullName}`,
      message: failureMessages?.join('\n') ?? '',
    }))
  })
}

export function journeyFailures(suites: PlaywrightSuite[]): Failure[] {
  return suites.flatMap(({ file, specs, suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => ({
        name: `${file}: ${title}`,
        message: tests
          .flatMap(({ results }) =>
            results.flatMap(({ errors }) => errors.map(({ message = '' }) => message)),
          )
          .join('\n'),
      })),
    ...journeyFailures(inner),
  ])
}

function addUp(times: FileTime[]): FileTime[] {
  const sums = new Map<string, number>()
  for (const { file, seconds } of times) sums.set(file, (sums.get(file) ?? 0) + seconds)
  return [...sums].map(([file, seconds]) => ({ file, seconds }))
}
