/** The reference: a Hono app that only sends given answers. `node bare-hono.ts <file with BareAnswer[] as JSON>` */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { BareAnswer } from './start-bare-hono.ts'

const answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswer[]
const app = new Hono()
for (const { path, status, headers, body } of answers) {
  const bytes = Uint8Array.from(Buffer.from(body, 'base64'))
  app.get(path, (c) => (status === 304 ? c.body(null, 304, headers) : c.body(bytes, 200, headers)))
}

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) => console.log(port))
