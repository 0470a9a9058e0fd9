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
    const pagePaths = ['/', '/en/about', '/login', '/robots.txt', '/nothing', '/metrics', '/media/none.jpg']
    const calls = ['health', 'turbines', 'turbines/999999', 'docs', 'nothing'].map((name) => `/api/${name}`)
    for (const path of [...pagePaths, ...calls, ...media]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        for (const sent of [{}, headers]) {
          const answer = await app.request(path, { method, headers: sent })
          const value = 'max-age=31536000; includeSubDomains'
          expect([method, path, answer.headers.get(header)]).toEqual([method, path, value])
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

  const from = (site: string, mode: string, dest: string): Record<string, string> => ({
    'Sec-Fetch-Site': site,
    'Sec-Fetch-Mode': mode,
    'Sec-Fetch-Dest': dest,
  })

  it.each([
    ['an image of another site', from('cross-site', 'no-cors', 'image')],
    ['a script of another site', from('cross-site', 'cors', 'empty')],
    ['a frame of another site', from('cross-site', 'navigate', 'iframe')],
    ['an image of a sibling domain', from('same-site', 'no-cors', 'image')],
    ['a request that says nothing more', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is not answered to the cookie of %s, but to a token', async (_, headers) => {
    const withToken = { ...headers, Authorization: `Bearer ${client.token}` }
    for (const url of media)
      expect([url, await get(url, headers), await get(url, withToken)]).toEqual([url, 401, 200])
  })

  it.each([
    ['the panel', from('same-origin', 'no-cors', 'image')],
    ['an address that a person types', from('none', 'navigate', 'document')],
    ['a link in a mail', from('cross-site', 'navigate', 'document')],
    ['a browser that does not say', {}],
  ])('is answered to the cookie of %s', async (_, headers) => {
    for (const url of media) expect([url, await get(url, headers)]).toEqual([url, 200])
  })
})

describe('a person who opens a file', () => {
  const open = (site: string, cookie: string, url = media[0] ?? '') =>
    makeVisitor(testApp).get(url, {
      Cookie: cookie,
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      'Accept-Language': 'en',
    })

  it('from a mail, where the browser sends no cookie, gets a page that opens the file again', async () => {
    for (const url of media) {
      const answer = await open('cross-site', '', url)
      expect([url, answer.status]).toEqual([url, 401])
      expect(answer.headers.get('Content-Type')).toMatch('text/html')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(await answer.text()).toContain('<meta http-equiv="refresh" content="0">')
    }
  })

  it.each(['same-origin', 'none', 'same-site'])(
    'without a session (%s) gets a page with a way to sign in',
    async (site) => {
      const page = await (await open(site, '')).text()
      expect(page).toContain('Please sign in')
      expect(page).toContain('href="/login"')
      expect(page).not.toContain('refresh')
    },
  )

  it('with a session gets the file', async () => {
    expect((await open('same-origin', client.cookie)).status).toBe(200)
  })

  it('gets JSON from the API as ever', async () => {
    const answer = await open('none', '', '/api/turbines')
    expect(await answer.json()).toMatchObject({ error: 'unauthenticated' })
  })
})

describe('signing in from a page over http, while the origin has https,', () => {
  const signInFrom = (page: string) =>
    makeVisitor(testApp).json(
      'POST',
      '/api/auth/login',
      { email: 'a@b.example', password: 'x' },
      {
        Origin: page,
        'Accept-Language': 'en',
      },
    )

  it('is refused with the address to open', async () => {
    const answer = await signInFrom('http://kanat.example')
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({
      error: 'forbidden',
      message: expect.stringContaining('https://kanat.example'),
    })
  })

  it.each(['https://kanat.example', 'http://localhost:4321', 'http://127.0.0.1'])(
    'is not refused: %s',
    async (page) => {
      expect((await signInFrom(page)).status).toBe(401)
    },
  )
})

it('signing out empties the cache of the browser, and leaves its storage alone', async () => {
  const leaving = await signInAs(testApp, 'viewer')
  const answer = await leaving.send('POST', '/api/auth/logout')
  expect([answer.status, answer.headers.get('Clear-Site-Data')]).toEqual([200, '"cache"'])
})
