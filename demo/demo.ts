/** Creates the demo's data if there is none, then serves it: `npm run demo`. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { environment } from '#server/infrastructure/config.ts'
import { LOCK_FILE, lockDataFolder } from '#server/infrastructure/database/sqlite/data-folder-lock.ts'
import { DEMO_PASSWORD, USERS } from './demo-data.ts'

const ROOT = join(import.meta.dirname, '..')
const DATA = join(ROOT, 'demo-data')
/** Written last. A folder without this file is incomplete and is created again. */
const MARKER = join(DATA, 'demo-is-complete')

/** Drawing calls small functions for every pixel. With more inlining in V8 it takes a fifth less time. */
const DRAWING_FLAGS = ['--max-inlined-bytecode-size=3000', '--max-inlined-bytecode-size-cumulative=10000']
const PROGRESS = 'Demo fotoğrafları çiziliyor / drawing the demo photos …'

const env = environment()
if (env.DATA_DIR) console.log(dataDirNotUsed(env.DATA_DIR))
env.DATA_DIR = DATA
env.LOG_LEVEL ||= 'warn'
const host = env.HOST || '127.0.0.1'
const port = Number(env.PORT || 8080)

try {
  const placeholder = await holdPort()
  const unlock = await lockDataFolder(DATA)
  if (!existsSync(MARKER)) await fill()
  unlock()
  await new Promise((resolve) => placeholder.close(resolve))
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  console.error(code === 'EADDRINUSE' ? portTaken() : message)
  process.exit(1)
}
await import('../server/main.ts')
printBanner()

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

async function fill(): Promise<void> {
  for (const name of readdirSync(DATA)) {
    if (name !== LOCK_FILE) rmSync(join(DATA, name), { recursive: true })
  }
  const start = performance.now()
  const isTerminal = process.stdout.isTTY
  if (!isTerminal) console.log(PROGRESS)
  const child = fork(join(import.meta.dirname, 'fill-process.ts'), [DATA], { execArgv: DRAWING_FLAGS })
  child.on('message', ({ done, all }: { done: number; all: number }) => {
    if (isTerminal) process.stdout.write(`\r${PROGRESS} ${done} / ${all}  `)
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The demo could not be made.')
  writeFileSync(MARKER, '')
  if (isTerminal) process.stdout.write('\n')
  console.log(`Done in ${((performance.now() - start) / 1000).toFixed(0)} s.`)
}

/** The demo makes its data again when it is incomplete, so it never works in a folder that somebody else uses. */
function dataDirNotUsed(folder: string): string {
  return `Demo, DATA_DIR=${folder} klasörüne dokunmaz, kendi klasörünü kullanır: ${DATA}
The demo does not touch DATA_DIR=${folder}. It uses a folder of its own: ${DATA}`
}

function printBanner(): void {
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
`)
}
