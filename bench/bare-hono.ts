/** The reference: a Hono app that only sends given bytes. `node bare-hono.ts <json file> <webp file>` */
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const [json = '', thumbnail = ''] = process.argv.slice(2).map((path) => Uint8Array.from(readFileSync(path)))
const app = new Hono()
  .get('/turbines', (c) => c.body(json, 200, { 'Content-Type': 'application/json' }))
  .get('/thumbnail', (c) => c.body(thumbnail, 200, { 'Content-Type': 'image/webp' }))

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }: AddressInfo) => console.log(port))
