/** Sends the valid example of any call of the app, and says what the answer was. */
import { type Client, makeVisitor } from '../../support/accounts.ts'
import type { TestApp } from '../../support/test-app.ts'
import { CALL_EXAMPLES } from './call-examples.ts'
import type { Records } from './call-records.ts'

/** Who sends the examples, and about what. */
export interface ExampleSender {
  testApp: TestApp
  client: Client
  records: Records
}

/** @param index another one for each request: each has its own client address, so that no rate limit refuses it (`TRUST_PROXY=1`) */
export async function sendExample(
  { testApp, client, records }: ExampleSender,
  method: string,
  path: string,
  index: number,
) {
  const name = `${method} ${path}`
  const example = CALL_EXAMPLES[name]
  const prepared = await example?.prepare?.({ testApp, client, self: records.self.id })
  const address = example?.address?.(records) ?? path
  const body = example?.body?.(records)
  const headers = { 'X-Forwarded-For': `10.0.${index & 255}.${index >> 8}`, ...example?.headers }
  if (example?.cookie) Object.assign(headers, { Cookie: example.cookie(records) })
  const sender = name === 'POST /api/auth/login' ? makeVisitor(testApp) : client
  const answer = prepared
    ? await sender.json(method, address, prepared, headers)
    : body === undefined || body instanceof Uint8Array
      ? await sender.send(method, address, body, headers)
      : body instanceof FormData
        ? await sender.sendForm(address, body, headers)
        : await sender.json(method, address, body, headers)
  const text = await answer.text()
  const isJson = (answer.headers.get('Content-Type') ?? '').includes('json')
  const content = isJson && text !== '' ? (JSON.parse(text) as { error?: string; checks?: string[] }) : {}
  return {
    name,
    status: answer.status,
    text,
    error: content.error,
    checks: content.checks,
    retryAfter: answer.headers.get('Retry-After'),
  }
}
