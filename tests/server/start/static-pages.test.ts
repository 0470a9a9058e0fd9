import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { StaticPages } from '#server/core/http/static-pages.ts'
import { createApp } from '#server/start/app.ts'
import { setUpApp, testApp } from '../../support/app-setup.ts'
import { EVERY_PANEL_ADDRESS, NO_PANEL_ADDRESS } from '../../support/panel-addresses.ts'
import { temporaryFolder } from '../../support/test-app.ts'

const DIST = join(import.meta.dirname, '../../../dist')

describe.skipIf(!existsSync(DIST))('the built site (skipped if it is not built)', () => {
  let get: (path: string, headers?: Record<string, string>) => Promise<Response>
  setUpApp('file', { env: { ORIGIN: 'https://kanat.example' } })
  beforeAll(async () => {
    const app = createApp(testApp.services, await StaticPages.read(DIST))
    get = async (path, headers = {}) => app.request(path, { headers })
  })

  it('serves both languages with revalidation', async () => {
    for (const [path, language] of [
      ['/', 'tr'],
      ['/en', 'en'],
    ] as const) {
      const answer = await get(path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Cache-Control')).toBe('no-cache')
      expect(await answer.text()).toContain(`<html lang="${language}"`)
      const again = await get(path, { 'If-None-Match': answer.headers.get('ETag') ?? '' })
      expect(again.status).toBe(304)
    }
  })

  it('serves the panel page for every panel address', async () => {
    const shell = await (await get('/login')).text()
    expect(shell).toContain('astro-island')
    for (const path of EVERY_PANEL_ADDRESS) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 200])
      expect(await answer.text()).toBe(shell)
    }
  })

  it.each(['%0a', '%0d%0aSet-Cookie:a', '%0d', '%c2%85', '%7f'])(
    'serves the 404 page if the id of a panel address has the control character %s',
    async (id) => {
      for (const path of [`/turbine/${id}/x`, `/turbine/${id}/drone-photos`, `/dashboard/turbine/${id}`])
        for (const slash of ['', '/', '/?a=1']) {
          expect([path, slash, (await get(path + slash)).status]).toEqual([path, slash, 404])
        }
    },
  )

  it('serves the 404 page for all other addresses', async () => {
    for (const path of [...NO_PANEL_ADDRESS, '/nothing', '/404', '/../server/main.ts']) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 404])
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    }
  })

  it('redirects an address with a slash at its end, and keeps the query', async () => {
    for (const [path, target] of [
      ['/about/', '/about'],
      ['/en/faq/?category=photos&q=%C4%B1', '/en/faq?category=photos&q=%C4%B1'],
      ['/dashboard/?company=2', '/dashboard?company=2'],
      ['/dashboard/turbine/%C5%9F%F0%9F%98%80/', '/dashboard/turbine/%C5%9F%F0%9F%98%80'],
      ['/dashboard/turbine/%2525/?a=%0a', '/dashboard/turbine/%2525?a=%0a'],
      ['/dashboard/turbine/7/?photo=3&mark=a%2Fb', '/dashboard/turbine/7?photo=3&mark=a%2Fb'],
    ] as const) {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('Location')]).toEqual([308, target])
    }
  })

  it('serves hashed assets compressed and with a long cache time', async () => {
    const html = await (await get('/')).text()
    const asset =
      /\/_astro\/[^"' )]+\.css/.exec(html)?.[0] ??
      /\/_astro\/first-screen\.[^"' )]+\.js/.exec(await (await get('/login')).text())?.[0] ??
      ''
    const plain = await get(asset)
    expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    const packed = await get(asset, { 'Accept-Encoding': 'gzip, deflate, br' })
    expect(packed.headers.get('Content-Encoding')).toBe('br')
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(await plain.text())
  })

  it('lets the worker that opens PDFs run WebAssembly and send nothing, and serves that program once', async () => {
    const scripts = await readdir(join(DIST, '_astro'))
    const worker = scripts.filter((name) => /^pdf-worker-.*\.js$/.test(name))
    expect(worker).toHaveLength(1)
    expect((await get(`/_astro/${worker[0]}`)).headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'wasm-unsafe-eval'",
    )
    const programs = scripts.filter((name) => name.endsWith('.wasm'))
    expect(programs).toHaveLength(1)
    const packed = await get(`/_astro/${programs[0]}`, { 'Accept-Encoding': 'br' })
    expect(packed.headers.get('Content-Type')).toBe('application/wasm')
    expect(packed.headers.get('Content-Encoding')).toBe('br')
  })

  it('sets the security headers', async () => {
    const headers = Object.fromEntries((await get('/')).headers)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'strict-transport-security': expect.any(String),
      'referrer-policy': 'strict-origin-when-cross-origin',
    })
  })
})

describe('films', () => {
  const FILM = '/_astro/loop.webm'
  let get: (path: string, headers?: Record<string, string>) => Promise<Response>

  beforeAll(async () => {
    const folder = await temporaryFolder()
    await mkdir(join(folder, '_astro'))
    for (const name of ['404.html', 'panel.html', '_astro/loop.webm', '_astro/loop.avif']) {
      await writeFile(join(folder, name), '0123456789')
    }
    const pages = await StaticPages.read(folder)
    const app = new Hono().get('*', (c) => pages.answer(c))
    get = async (path, headers = {}) => app.request(path, { headers })
  })

  it('serves a film and its poster with their types', async () => {
    const film = await get(FILM)
    expect(film.headers.get('Content-Type')).toBe('video/webm')
    expect(film.headers.get('Accept-Ranges')).toBe('bytes')
    expect(await film.text()).toBe('0123456789')
    expect((await get('/_astro/loop.avif')).headers.get('Content-Type')).toBe('image/avif')
  })

  it.each([
    ['bytes=0-1', '01', 'bytes 0-1/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
  ])('serves the part %s of a film', async (Range, part, contentRange) => {
    const answer = await get(FILM, { Range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('Content-Range')).toBe(contentRange)
    expect(answer.headers.get('Content-Length')).toBe(String(part.length))
    expect(await answer.text()).toBe(part)
  })

  it('refuses a part behind the end of a film, and sends the whole film if it has changed', async () => {
    const behind = await get(FILM, { Range: 'bytes=10-' })
    expect(behind.status).toBe(416)
    expect(behind.headers.get('Content-Range')).toBe('bytes */10')
    expect((await get(FILM, { Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
  })
})
