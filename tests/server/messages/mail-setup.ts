/** A temporary folder, mails and mail servers for the tests of mail. */
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterEach, beforeEach, vi } from 'vitest'
import { readConfig } from '#server/infrastructure/config.ts'
import { openDelivery } from '#server/infrastructure/mail/deliver.ts'
import { temporaryFolder } from '../../support/test-app.ts'

export let dir: string

/** Call this once at the top of a test file: the files of one process share this module. */
export function setUpMail(): void {
  beforeEach(async () => {
    dir = await temporaryFolder()
  })
  afterEach(async () => {
    vi.useRealTimers()
    vi.restoreAllMocks()
    await rm(dir, { recursive: true })
  })
}

export const ORIGIN = 'https://kanat.example'
export const ADA = { email: 'ada@bora.example', first_name: 'Ada', password: '7k3m-x9qd-2wta-hc5v' }
/** A signal that never aborts. */
export const NEVER = new AbortController().signal

export const deliveryWith = (env: Record<string, string>) =>
  openDelivery(readConfig({ DATA_DIR: dir, ORIGIN, ...env }))

/** A mail server that accepts connections but never answers. `called` resolves at the first connection. */
export async function silentServer() {
  const { promise: called, resolve: call } = Promise.withResolvers<void>()
  const sockets = new Set<{ destroy(): void }>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    call()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : ''}`,
    called,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
