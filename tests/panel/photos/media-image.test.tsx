// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FindingThumb } from '#panel/findings/finding-thumb.tsx'
import { PhotoImage } from '#panel/photos/photo-image.tsx'
import { ReportPicture } from '#panel/reports/report-picture.tsx'
import { TurbineCover } from '#panel/turbine-list/cards/turbine-cover.tsx'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { openScreen, viewerOf } from '../panel-screen.tsx'

const URL = '/media/a.jpg?w=320'

let close = () => {}
beforeEach(() => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch'))))
afterEach(() => {
  close()
  vi.unstubAllGlobals()
})

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
  ;({ close } = openScreen(viewerOf(), screen))
  expect(picture()?.getAttribute('src')).toBe(URL)
  flushSync(() => picture()?.dispatchEvent(new Event('error')))
  expect(picture()).toBeNull()
  expect(document.body.textContent).toContain(otherwise)
  flushSync(() => window.dispatchEvent(new Event('online')))
  expect(picture()?.getAttribute('src')).toBe(URL)
})

/** What shows pictures in its own way: several sizes of one photo, files that are not stored yet, and pictures of the public site. */
const OTHERS = [
  'panel/frame/media-image.tsx',
  'panel/photos/upload/staged-tile.tsx',
  'panel/photos/viewer/photo-layers.tsx',
  'panel/session/sign-in-carousel.tsx',
]

it('is the only way in the panel to show a picture of the server', () => {
  const showing = globSync('panel/**/*.tsx').filter((file) => readFileSync(file, 'utf8').includes('<img'))
  expect(showing.sort()).toEqual(OTHERS)
})
