import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeVisitor } from '../../support/accounts.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { readError } from '../../support/builders.ts'
import { expectError } from '../../support/expect-error.ts'
import { TestApp } from '../../support/test-app.ts'

setUpApp('test', { env: { TRUST_PROXY: '1' } })

const message = {
  name: 'Deniz Ak',
  email: 'deniz@ruzgar.example',
  phone: '+90 532 000 00 00',
  subject: 'Teklif',
  message: '24 türbinimiz var.\n<b>Ne kadar sürer?</b>',
}
const send = (body: object, address = '203.0.113.7') =>
  makeVisitor(testApp).json('POST', '/api/contact', body, { 'X-Forwarded-For': address })

/** The mails in the outbox, as they are sent. */
async function mails(): Promise<string[]> {
  const folder = join(testApp.dir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')))
}

it('is mailed to the company, and an answer goes to the visitor', async () => {
  const answer = await send(message)
  expect(await answer.json()).toEqual({ success: true })
  const [mail = '', ...others] = await mails()
  expect(others).toEqual([])
  expect(mail).toMatch(/^To: destek@kanat\.example\r$/m)
  expect(mail).toMatch(/^Reply-To: deniz@ruzgar\.example\r$/m)
  expect(mail).toMatch(/^Subject: .*Teklif/m)
  expect(mail).toContain('&lt;b&gt;')
})

it('needs a name, a subject and a message, but neither an e-mail address nor a phone number', async () => {
  const { name, subject, message: text } = message
  expect((await send({ name, subject, message: text })).status).toBe(200)
  expect((await send({ ...message, email: '', phone: ' ' })).status).toBe(200)
  for (const mail of await mails()) expect(mail).not.toContain('Reply-To')
  const wrong: [body: object, path: string][] = [
    [{ ...message, name: ' ' }, 'name'],
    [{ ...message, subject: undefined }, 'subject'],
    [{ ...message, subject: 'x\r\nBcc: all@kanat.example' }, 'subject'],
    [{ ...message, message: '' }, 'message'],
    [{ ...message, message: 'x'.repeat(5001) }, 'message'],
    [{ ...message, email: 'nobody' }, 'email'],
    [{ ...message, company: 'x' }, 'company'],
  ]
  for (const [body, path] of wrong) {
    const answer = await send(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'validation_failed', issues: [{ path }] })
  }
  expect(await mails()).toHaveLength(2)
})

it('is limited by client address', async () => {
  for (let n = 0; n < 5; n += 1) expect((await send(message)).status).toBe(200)
  const answer = await send(message)
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await readError(answer)).toEqual([429, 'too_many_requests'])
  expect((await send(message, '203.0.113.8')).status).toBe(200)
  expect(await mails()).toHaveLength(6)
})

it('does not count towards the limit when it is sent again with its key', async () => {
  const sendWithKey = (key: string, body = message) =>
    makeVisitor(testApp).json('POST', '/api/contact', body, {
      'X-Forwarded-For': '203.0.113.7',
      'Idempotency-Key': key,
    })
  for (let n = 0; n < 10; n += 1) expect((await sendWithKey('one')).status).toBe(200)
  for (const key of ['two', 'three', 'four', 'five']) expect((await sendWithKey(key)).status).toBe(200)
  expect((await sendWithKey('six')).status).toBe(429)
  expect((await sendWithKey('one')).status).toBe(200)
  await expectError(sendWithKey('one', { ...message, name: 'Ada' }), 422, 'idempotency_key_reused')
  expect(await mails()).toHaveLength(5)
})

it('is answered with 503 if it cannot be sent', async () => {
  await using deaf = await TestApp.open({ SMTP_URL: 'smtp://127.0.0.1:1' })
  const answer = await makeVisitor(deaf).json('POST', '/api/contact', message, { 'Accept-Language': 'en' })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({
    error: 'mail_unavailable',
    message: 'The message could not be sent. Please try again later, or call us.',
  })
})
