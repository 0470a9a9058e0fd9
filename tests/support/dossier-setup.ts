/** Orders dossiers, and verifies them with the two commands that their README names, without any code of Kanat. */
import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import type { DossierJob } from '#domain/inspections/dossier.ts'
import type { CommandAction } from '#server/commands/actions/command-call.ts'
import type { Client } from './accounts.ts'
import { readData } from './builders.ts'
import { awaitFileJob } from './inspection-setup.ts'
import type { TestApp } from './test-app.ts'

const run = promisify(execFile)

export const sendDossier = (client: Client, turbine: number, body: object = {}, year = 2026) =>
  client.json('POST', `/api/turbines/${turbine}/inspections/${year}/dossier`, body)

export const awaitDossier = (client: Client, turbine: number, job: { id: number }) =>
  awaitFileJob<DossierJob>(client, turbine, 'dossier', job)

/** Orders a dossier and waits until it is prepared. */
export async function orderDossier(client: Client, turbine: number, body: object = {}): Promise<DossierJob> {
  const answer = await sendDossier(client, turbine, body)
  expect(answer.status).toBe(202)
  return awaitDossier(client, turbine, await readData<DossierJob>(answer))
}

/** Orders, downloads and unpacks a dossier. @returns the folder */
export async function unpackedDossier(
  client: Client,
  turbine: number,
  folder: string,
  body: object = {},
): Promise<string> {
  const { url, size } = await orderDossier(client, turbine, body)
  const answer = await client.get(url ?? '')
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(size)
  await mkdir(folder, { recursive: true })
  const zip = `${folder}.zip`
  await writeFile(zip, bytes)
  return unpack(zip, folder)
}

/** Unpacks a ZIP with `unzip`, in a locale without UTF-8. */
export async function unpack(zip: string, folder: string): Promise<string> {
  await run('unzip', ['-q', '-o', zip, '-d', folder], { env: { ...process.env, LC_ALL: 'C' } })
  return folder
}

/** The two commands of the README, in their order. */
export async function commandsOf(folder: string): Promise<string[]> {
  const readme = await readFile(join(folder, 'README.txt'), 'utf8')
  const commands = readme.match(/^ {2}(?:sha256sum|openssl) .*$/gm) ?? []
  return [...new Set(commands.map((command) => command.trim()))]
}

/** Runs a command of the README in the folder. @returns whether it succeeds */
async function succeeds(command: string, cwd: string): Promise<boolean> {
  const [program = '', ...args] = command.split(' ')
  return run(program, args, { cwd }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
      return false
    },
  )
}

/** True if both commands of the README succeed. */
export async function isProven(folder: string, commands: readonly string[]): Promise<boolean> {
  for (const command of commands) if (!(await succeeds(command, folder))) return false
  return true
}

/** Lets dossiers wait before they read a file whose name begins like this, until they are released. */
export async function readingWaits({ services: { store } }: TestApp, beginning = '') {
  const { hash } = store
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  store.hash = async (...call) => {
    if (call[0].name.startsWith(beginning)) {
      reached.resolve()
      await gate.promise
    }
    return hash.apply(store, call)
  }
  return {
    reached: reached.promise,
    release: () => gate.resolve(),
    async [Symbol.asyncDispose]() {
      gate.resolve()
      store.hash = hash
    },
  }
}

/** The environment of a command of the operator for this installation. */
function environment({ services }: TestApp): Record<string, string> {
  const { bucket, databaseUrl, dataDir, secretsDir } = services.config
  const { bucket: name, endpoint, region } = bucket ?? {}
  return {
    DATA_DIR: dataDir,
    SECRETS_DIR: secretsDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...(bucket && { STORE_URL: `s3://${name}?endpoint=${endpoint}&region=${region}` }),
    MIN_FREE_MB: '0',
    RESERVE_MB: '0',
  }
}

/** Runs a command of the operator. @returns what it prints */
export async function command(testApp: TestApp, action: CommandAction, args: string[]): Promise<string> {
  let printed = ''
  const print = (text: string) => {
    printed += text
  }
  await action({ args, env: environment(testApp), print, warn: print, ifInterrupted() {} })
  return printed
}
