import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { MailServer } from '../../support/servers/mail-server.ts'
import { ServerProcess, SUPERADMIN } from '../../support/servers/server-process.ts'
import { dir, setUpMail, silentServer } from './mail-setup.ts'

setUpMail()

describe('stopping the server', () => {
  const requestReset = (server: ServerProcess, email: string) =>
    fetch(`${server.origin}/api/auth/password-reset`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email }),
    })

  it('waits for a mail that is being sent', async () => {
    await using mailServer = await MailServer.start()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    mailServer.onMail = () => {
      arrive()
      return released
    }
    const server = await ServerProcess.start(dir, { SMTP_URL: mailServer.url })
    expect((await requestReset(server, SUPERADMIN.email)).status).toBe(200)
    await arrived
    const exit = server.end('SIGTERM')
    await expect.poll(() => isClosed(server.origin)).toBe(true)
    release()
    expect(await exit).toBe(0)
    expect(mailServer.received).toHaveLength(1)
  })

  it('waits no longer than SHUTDOWN_SECONDS for a mail server that never answers', async () => {
    await using silence = await silentServer()
    const server = await ServerProcess.start(dir, { SMTP_URL: silence.url, SHUTDOWN_SECONDS: '0' })
    await requestReset(server, SUPERADMIN.email)
    await silence.called
    expect(await server.end('SIGTERM')).toBe(0)
  })

  it('waits no longer than SHUTDOWN_SECONDS for the message of a visitor', async () => {
    await using silence = await silentServer()
    const server = await ServerProcess.start(dir, { SMTP_URL: silence.url, SHUTDOWN_SECONDS: '0' })
    const message = fetch(`${server.origin}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', phone: '1', subject: 'Hello', message: 'Hello' }),
    }).catch(() => 'aborted')
    await silence.called
    expect(await server.end('SIGTERM')).toBe(0)
    // Without the limit, the visitor would get an answer when the time of the mail server is over.
    expect(await message).toBe('aborted')
  })
})

function isClosed(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => resolve(false))
    socket.on('error', () => resolve(true)).on('connect', () => socket.destroy())
  })
}
