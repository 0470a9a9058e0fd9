import { globSync, readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { beforeEach, expect, it, vi } from 'vitest'
import { FindingThumb } from '#panel/findings/finding-thumb.tsx'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { ReportPicture } from '#panel/reports/report-picture.tsx'
import { TurbineCover } from '#panel/turbine-list/cards/turbine-cover.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const URL = '/media/a.jpg?w=320'

let close = () => {}
beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))

const picture = () => document.querySelector('img')

it.each<[string, ReactNode, string]>([
  [
    'cover of a turbine',
    <TurbineCover key="" turbine={answeredTurbine(1, { cover_url: URL })} className="">
      Fotoğraf yok
    </TurbineCover>,
    'Fotoğraf yok',
  ],
  ['photo', <PhotoImage key="" src={URL} alt="" />, 'Fotoğraf gösterilemedi'],
  ['picture of a report', <ReportPicture key="" url={URL} />, 'Önizleme yok'],
  ['picture of a finding', <FindingThumb key="" finding={{ thumb_url: URL }} />, ''],
])('loads the %s again when the browser is online again', (_, screen, otherwise) => {
  ;({ close } = openScreen(callerOf(), screen))
  expect(picture()?.getAttribute('src')).toBe(URL)
  flushSync(() => picture()?.dispatchEvent(new Event('error')))
  expect(picture()).toBeNull()
  expect(document.body.textContent).toContain(otherwise)
  flushSync(() => window.dispatchEvent(new Event('online')))
  expect(picture()?.getAttribute('src')).toBe(URL)
})

/** This time passes, and React renders what follows. */
async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** A picture whose requests get these answers, one after the other, from the `<img>` as from the check of its failure. */
async function failWith(answers: Response[], checks: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', async () => answers.shift() ?? new Response('', { status: 503 }))
  ;({ close } = openScreen(callerOf(), <PhotoImage src={URL} alt="" />))
  for (let check = 0; check < checks; check += 1) {
    flushSync(() => picture()?.dispatchEvent(new Event('error')))
    expect(picture()).toBeNull()
    await pass(60_000)
  }
}
const html = (status: number) => new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } })
const sent = () => new Response('x', { headers: { 'Content-Type': 'image/webp' } })

it.each<[string, () => Response]>([
  ['while the server is away', () => html(503)],
  ['after a failure of the server', () => html(500)],
  ['after too many requests', () => html(429)],
  ['after a page of a proxy', () => html(200)],
  ['if the server sends it now', sent],
])('loads a picture again by itself %s', async (_, answer) => {
  await failWith([answer()], 1)
  expect(picture()?.getAttribute('src')).toBe(URL)
})

it('loads a picture again as long as the server is away', async () => {
  await failWith([], 20)
  expect(picture()?.getAttribute('src')).toBe(URL)
})

it('does not load a picture again that the server does not have, and gives up one that it sends and nobody can show', async () => {
  await failWith([html(404)], 1)
  expect(picture()).toBeNull()
  close()
  await failWith([sent(), sent(), sent()], 3)
  expect(picture()).toBeNull()
})

it('waits as long as the server asks', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('fetch', async () => new Response('', { status: 503, headers: { 'Retry-After': '20' } }))
  ;({ close } = openScreen(callerOf(), <PhotoImage src={URL} alt="" />))
  flushSync(() => picture()?.dispatchEvent(new Event('error')))
  await pass(19_000)
  expect(picture()).toBeNull()
  await pass(2000)
  expect(picture()).not.toBeNull()
})

/** What shows pictures in its own way: several sizes of one photo, files that are not stored yet, and pictures of the public site. */
const OTHERS = [
  'panel/frame/media-image.tsx',
  'panel/photos/lightbox/photo-layers.tsx',
  'panel/photos/upload/file-preview.tsx',
  'panel/session/sign-in-carousel.tsx',
]

it('is the only way in the panel to show a picture of the server', () => {
  const showing = globSync('panel/**/*.tsx').filter((file) => readFileSync(file, 'utf8').includes('<img'))
  expect(showing.sort()).toEqual(OTHERS)
})
