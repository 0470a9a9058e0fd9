/** What the answers tell browsers, and what browsers tell about a request. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { StaticPages } from '#server/core/http/static-pages.ts'
import { createApp } from '#server/start/app.ts'
import { type Client, makeVisitor, signInAs } from '../../support/accounts.ts'
import { company, setUpFarm, testApp, turbine } from '../../support/app-setup.ts'
import { jpeg, pdf, readReports, readUpload } from '../../support/builders.ts'
import { TestApp } from '../../support/test-app.ts'

const DIST = join(import.meta.dirname, '../../../dist')

let client: Client
let media: string[]

setUpFarm('file', [], { env: { ORIGIN: 'https://kanat.example' } })
beforeAll(async () => {
  client = await signInAs(testApp, 'operator', company)
  const photos = await readUpload(await client.upload(turbine, { 'a.jpg': await jpeg() }))
  const reports = await readReports(await client.uploadReports(turbine, { 'a.pdf': pdf() }))
  const { url = '', thumb_url = '' } = photos.data[0] ?? {}
  media = [url, thumb_url ?? '', reports.data[0]?.report_url ?? '']
})

describe('HSTS', () => {
  const header = 'Strict-Transport-Security'

  it('is in every answer behind TLS: of the API, of files, of pages and of errors', async () => {
    const pages = existsSync(DIST) ? await StaticPages.read(DIST) : undefined
    const app = createApp(testApp.services, pages)
    const headers = { Authorization: `Bearer ${client.token}` }
    const paths = [
      '/',
      '/en/about',
      '/login',
      '/robots.txt',
      '/nothing',
      '/api/health',
      '/api/turbines',
      '/api/nothing',
    ]
    for (const path of [
      ...paths,
      '/metrics',
      '/api/turbines/999999',
      '/api/docs',
      ...media,
      '/media/none.jpg',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        for (const sent of [{}, headers]) {
          const answer = await app.request(path, { method, headers: sent })
          expect([method, path, answer.headers.get(header)]).toEqual([
            method,
            path,
            'max-age=31536000; includeSubDomains',
          ])
        }
      }
    }
  })

  it('is in no answer without TLS', async () => {
    await using plain = await TestApp.open({ ORIGIN: 'http://kanat.example' })
    for (const path of ['/api/health', '/media/none.jpg'])
      expect((await plain.app.request(path)).headers.has(header)).toBe(false)
  })
})

describe('a file', () => {
  const get = async (url: string, headers: Record<string, string>) =>
    (await makeVisitor(testApp).get(url, { Cookie: client.cookie, ...headers })).status

  it.each([
    [
      'an image of another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    [
      'a script of another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
    ],
    [
      'a frame of another site',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' },
    ],
    [
      'an image of a sibling domain',
      { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    ['a request that says nothing more', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not answered to the cookie of %s, but to a token', async (_, headers) => {
    for (const url of media) {
      expect([url, await get(url, headers)]).toEqual([url, 401])
      expect([url, await get(url, { ...headers, Authorization: `Bearer ${client.token}` })]).toEqual([
        url,
        200,
      ])
    }
  })

  it.each([
    [
      'the panel',
      { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    ],
    [
      'an address that a person types',
      { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    [
      'a link in a mail',
      { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
    ],
    ['a browser that does not say', {}],
  ] as [string, Record<string, string>][])('is answered to the cookie of %s', async (_, headers) => {
    for (const url of media) expect([url, await get(url, headers)]).toEqual([url, 200])
  })
})

it('signing out empties the cache of the browser, and leaves its storage alone', async () => {
  const leaving = await signInAs(testApp, 'viewer')
  const answer = await leaving.send('POST', '/api/auth/logout')
  expect([answer.status, answer.headers.get('Clear-Site-Data')]).toEqual([200, '"cache"'])
})
