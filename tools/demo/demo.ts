/**
 * Builds the pages and serves the demo: `npm run demo`. If there is no data, it makes it: the server listens as soon as the first company
 * is shown, and the rest is drawn beside it.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Notice } from '#domain/notice.ts'
import { awaitedLater } from '#server/infrastructure/awaited-later.ts'
import { environment } from '#server/infrastructure/config.ts'
import { LOCK_FILE, lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { NOTICE_FILE } from '#server/infrastructure/disk/data-folder.ts'
import { DEMO_PASSWORD, USERS } from './demo-data.ts'
import type { FillNews } from './fill/fill-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const DATA = join(ROOT, 'demo-data')
const NOTICE_PATH = join(DATA, NOTICE_FILE)
/** Written last. A folder without this file is incomplete and is created again. */
const MARKER = join(DATA, 'demo-is-complete')

/** The process that fills the demo. `ended` is there from its start, so that no end is missed: true if everything is made. */
interface Filling {
  child: ChildProcess
  ended: Promise<boolean>
}

/** Drawing calls small functions for every pixel. With more inlining in V8 it takes a fifth less time. */
const DRAWING_FLAGS = ['--max-inlined-bytecode-size=3000', '--max-inlined-bytecode-size-cumulative=10000']
const PROGRESS = 'Demo fotoğrafları çiziliyor / drawing the demo photos …'
const UNFINISHED = `
  Fotoğrafların çoğu daha çiziliyor. Bitmeden durdurulursa, demo bir sonraki başlatmada baştan hazırlanır.
  Most photos are still being drawn. If you stop before the end, the next start redraws the demo.
`
/** What the panel shows while the rest is drawn. */
const NOTICE: Notice = {
  tr: 'Demo fotoğrafları daha çiziliyor. Birkaç dakika içinde hepsi burada olur.',
  en: 'The demo photos are still being drawn. In a few minutes, all of them are here.',
}
const NOT_MADE = 'The demo failed. The next start draws it again.'

const env = environment()
// What names the data of another installation. Its server would migrate them and run their jobs.
for (const name of ['DATA_DIR', 'DATABASE_URL', 'STORE_URL'] as const) {
  if (env[name]) console.log(notUsed(name))
  // Not deleted, because the server reads `.env` again.
  env[name] = ''
}
env.DATA_DIR = DATA
env.LOG_LEVEL ||= 'warn'
const host = env.HOST || '127.0.0.1'
const port = Number(env.PORT || 8080)

try {
  const placeholder = await holdPort()
  const unlock = await lockDataFolder(DATA)
  const filling = existsSync(MARKER) ? undefined : beginToFill()
  if (filling) writeFileSync(NOTICE_PATH, JSON.stringify(NOTICE))
  await Promise.all([build(), filling && firstCompanyShown(filling)])
  if (filling) await pause(filling)
  unlock()
  await new Promise((resolve) => placeholder.close(resolve))
  await import('../../server/main.ts')
  printBanner(filling !== undefined)
  if (filling) await finishFilling(filling)
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code === 'EADDRINUSE' ? portTaken() : message)
  process.exit(1)
}
/** Holds the port while the data is created, so that a second demo finds it taken and changes nothing. */
async function holdPort(): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(503, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Retry-After': '10',
      Refresh: '3',
    })
    response.end('Demo hazırlanıyor… The demo is being made…\n')
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return server
}

function portTaken(): string {
  return `Port ${port} is taken: stop what is listening there, or choose another one, as in: PORT=${port + 1} npm run demo`
}

/** Builds the pages, unless they are built. */
async function build(): Promise<void> {
  const builder = spawn(process.execPath, [join(ROOT, 'tools/build/build-if-changed.ts')], {
    stdio: 'inherit',
  })
  const [code] = (await once(builder, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The pages could not be built.')
}

/** Empties the folder and starts the process that fills it. Remains of an interrupted start are redrawn. */
function beginToFill(): Filling {
  for (const name of readdirSync(DATA)) {
    if (name !== LOCK_FILE) rmSync(join(DATA, name), { recursive: true })
  }
  const child = fork(join(import.meta.dirname, 'fill/fill-process.ts'), [DATA], { execArgv: DRAWING_FLAGS })
  return { child, ended: awaitedLater(once(child, 'exit').then(([code]) => code === 0)) }
}

/** Sends a message, unless the process has ended. */
function send({ child }: Filling, news: string): void {
  if (child.connected) child.send(news, () => {})
}

/** Resolves with the first message for which `isWanted`, and rejects when the process ends before. */
function message({ child, ended }: Filling, isWanted: (news: FillNews) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    ended.then(() => reject(new Error(NOT_MADE)), reject)
    child.on('message', function take(news: FillNews) {
      if (!isWanted(news)) return
      child.off('message', take)
      resolve()
    })
  })
}

function firstCompanyShown(filling: Filling): Promise<void> {
  return message(filling, (news) => news === 'first-company-shown')
}

/** Lets no upload run while the server starts, because it removes unfinished ones. */
async function pause(filling: Filling): Promise<void> {
  const paused = message(filling, (news) => news === 'paused')
  send(filling, 'pause')
  await paused
}

/** Shows the progress until everything is drawn. After a failure the server continues, and the next start draws the demo again. */
async function finishFilling(filling: Filling): Promise<void> {
  const isTerminal = process.stdout.isTTY
  if (!isTerminal) console.log(PROGRESS)
  filling.child.on('message', (news: FillNews) => {
    if (isTerminal && typeof news === 'object')
      process.stdout.write(`\r  ${PROGRESS} ${news.done} / ${news.all}  `)
  })
  send(filling, 'resume')
  const isComplete = await filling.ended
  rmSync(NOTICE_PATH, { force: true })
  if (isTerminal) process.stdout.write('\n')
  if (!isComplete) return console.error(`  ${NOT_MADE}`)
  writeFileSync(MARKER, '')
  console.log(`  Demo tamam / the demo is complete (${(performance.now() / 1000).toFixed(0)} s).`)
}

/** The demo recreates incomplete data, so it never works on data of another program. */
function notUsed(name: string): string {
  return `Demo ${name} değerini kullanmaz; verileri kendi klasöründedir: ${DATA}
The demo does not use ${name}. Its data is in a folder of its own: ${DATA}`
}

function printBanner(isFilling: boolean): void {
  const width = Math.max(...USERS.map(({ email }) => email.length))
  const accounts = USERS.map(
    ({ email, role, first_name, last_name }) =>
      `  ${email.padEnd(width)}  ${role.padEnd(15)}  ${first_name} ${last_name}`,
  )
  console.log(`
  Kanat demo: http://${host}:${port}

${accounts.join('\n')}

  Şifre / password: ${DEMO_PASSWORD}
  Veriler / data: ${DATA}
  Durdurmak için / to stop: Ctrl-C
${isFilling ? UNFINISHED : ''}`)
}
