import { globSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { findUnhandledPromises } from './find-unhandled.ts'

const ROOT = join(import.meta.dirname, '../..')

/** What is found although it is right: the beginnings of the code, by files. */
const HANDLED_ELSEWHERE: Record<string, string> = {
  // If this rejects, the worker ends, and the process that has started it handles this.
  'tools/demo/photo-worker.ts': 'async ({ motif, photos }: DrawingJob)',
  'server/infrastructure/images/image-worker.ts': 'async ({ request, timeLimit }: WorkerTask)',
  // The pool awaits it, although its types do not say so.
  'server/infrastructure/database/postgres/postgres-connection.ts': '(client) => client.query(',
}

const FOUND: [problem: string, code: string][] = [
  // The fault that ended the process: the object was returned, and the promise in it was awaited after another one.
  ['a property keeps it', 'const file = { size: 1, durable: rm("a") }; await wait(1); await file.durable'],
  ['a variable or property keeps it', 'this.done = rm("a"); await wait(1)'],
  ['a variable or property keeps it', 'let done; done = rm("a"); await wait(1); await done'],
  ['a collection keeps it', 'const all = []; all.push(rm("a")); await Promise.all(all)'],
  ['something else is awaited first', 'const done = rm("a"); await wait(1); await done'],
  ['something else is awaited first', 'const done = rm("a"); for await (const _ of []) {} ; await done'],
  ['something else is awaited first', 'const done = rm("a"); if (await wait(1)) await done'],
  [
    'something else is awaited first',
    'const all = ["a"].map((one) => rm(one)); await wait(1); await Promise.all(all)',
  ],
  ['something else is awaited first', 'await Promise.all([rm("a"), await wait(1)])'],
  ['nobody awaits it', 'rm("a")'],
  ['nobody awaits it', 'void rm("a")'],
  ['nobody awaits it', 'rm("a").finally(() => {})'],
  ['nobody awaits it', 'const done = rm("a"); await wait(1)'],
  ['the caller does not await it', 'setInterval(async () => { await rm("a") }, 10)'],
  ['the caller does not await it', 'setInterval(() => rm("a"), 10)'],
  ['the caller does not await it', 'process.on("SIGHUP", async () => { await rm("a") })'],
  ['the caller does not await it', '["a"].forEach(async (one) => rm(one))'],
]

const ALLOWED = [
  'await rm("a")',
  'return rm("a")',
  'await Promise.all([rm("a"), wait(1)])',
  'await Promise.allSettled([rm("a"), wait(1)])',
  'const done = rm("a"); process.kill(1); await done',
  'const done = awaitedLater(rm("a")); await wait(1); await done',
  'rm("a").catch(() => {})',
  'rm("a").then(() => {}, () => {})',
  'rm("a").catch(() => {}).finally(() => {})',
  'setInterval(() => rm("a").catch(() => {}), 10)',
  'await Promise.race([rm("a"), wait(1)])',
  'await rm("a").finally(() => rm("b"))',
]

/** Examples as bodies of async functions in files that do not exist. Reading all files together takes the time of one. */
const examples = [...FOUND.map(([, code]) => code), ...ALLOWED]
const pathOf = (code: string) => `server/example-${examples.indexOf(code)}.ts`
const texts = Object.fromEntries(
  examples.map((code) => [
    pathOf(code),
    `import { rm } from 'node:fs/promises'
    import { setTimeout as wait } from 'node:timers/promises'
    import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
    export async function run(this: { done?: Promise<void> }) { ${code} }`,
  ]),
)

describe('no promise is left alone', () => {
  let problems: string[]
  let searched: string[]
  beforeAll(() => {
    searched = globSync('{server,domain,tools}/**/*.ts', {
      cwd: ROOT,
      exclude: ['tools/bench/**', '**/*.test.ts'],
    })
    problems = findUnhandledPromises([...searched, ...Object.keys(texts)], texts)
  })
  const problemsOf = (paths: string[]) =>
    problems.filter((problem) => paths.some((path) => problem.startsWith(`${path}:`)))

  it('in the server and the tools', () => {
    expect(searched.length).toBeGreaterThan(300)
    const isHandled = (problem: string) =>
      Object.entries(HANDLED_ELSEWHERE).some(
        ([path, code]) => problem.startsWith(`${path}:`) && problem.includes(`: ${code}`),
      )
    expect(problemsOf(searched).filter((problem) => !isHandled(problem))).toEqual([])
  })

  it.each(FOUND)('it is found: %s: %s', (problem, code) => {
    expect(problemsOf([pathOf(code)])[0]).toContain(problem)
  })

  it.each(ALLOWED)('%s is allowed', (code) => {
    expect(problemsOf([pathOf(code)])).toEqual([])
  })
})
