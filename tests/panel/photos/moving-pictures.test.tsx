import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createBrowserRouter } from 'react-router'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { MarkingProvider } from '#panel/findings/marks/marking.tsx'
import { PaneHeading } from '#panel/turbine-page/compare/pane-heading.tsx'
import { OpenLightbox } from '#panel/turbine-page/open-lightbox.tsx'
import { buttons, callerOf, click, openScreen } from '../panel-screen.tsx'

const photo = (id: number, year: number) =>
  ({
    id,
    year,
    month: 5,
    category: 'blade',
    blade: 'A',
    room: '1',
    originalName: `${id}.jpg`,
    key: `${id}.jpg`,
    url: `/media/${id}`,
    thumb_url: `/media/${id}?w=320`,
    width: 4000,
    height: 3000,
    size: 3_000_000,
  }) as Photo

const TURBINE = { id: 4, company_id: 3 } as Turbine
const [LEFT, RIGHT, THIRD] = [photo(1, 2025), photo(2, 2026), photo(3, 2025)]

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})))

/** The photos of the turbine, of which it may have thousands, and how often something goes through all of them. */
function spiedPhotos() {
  const photos = [LEFT, RIGHT, THIRD]
  return { photos, reading: vi.spyOn(photos, 'filter') }
}

const options = () => [...document.querySelectorAll('option')].map(({ value }) => value)

it('a comparison offers the photos of the turbine, and does not find them again while the pictures move', () => {
  const { photos, reading } = spiedPhotos()
  let move = () => {}
  let chosen: string[] = []
  function Screen() {
    const [view, setView] = useState('first')
    move = () => flushSync(() => setView('moved'))
    // As of the screen of the comparison, the handler is a new function in each rendering.
    return (
      <PaneHeading
        side={0}
        photo={LEFT}
        other={RIGHT}
        photos={photos}
        onChoose={(id) => {
          chosen = [...chosen, `${view} ${id}`]
        }}
      />
    )
  }
  openScreen(callerOf(), <Screen />)
  expect(options()).toEqual(['1', '3'])
  const before = reading.mock.calls.length
  move()
  expect(reading).toHaveBeenCalledTimes(before)

  const select = document.querySelector('select') as HTMLSelectElement
  select.value = '3'
  flushSync(() => select.dispatchEvent(new Event('change', { bubbles: true })))
  expect(chosen).toEqual(['moved 3'])
})

it('the lightbox offers a photo of another year, and does not look for it again while the picture moves', async () => {
  const { photos, reading } = spiedPhotos()
  const lightbox = (
    <MarkingProvider turbine={TURBINE}>
      <CommentDraftsProvider turbineId={TURBINE.id}>
        <OpenLightbox turbine={TURBINE} photo={RIGHT} beside={photos} photos={photos} />
      </CommentDraftsProvider>
    </MarkingProvider>
  )
  openScreen(callerOf(), lightbox, createBrowserRouter)
  await expect.poll(() => buttons('2025 fotoğrafıyla karşılaştır')).toHaveLength(1)
  const before = reading.mock.calls.length
  expect(before).toBeGreaterThan(0)
  flushSync(() => click('Yakınlaştır'))
  expect(document.body.textContent).toContain('1,5×')
  expect(reading).toHaveBeenCalledTimes(before)
})
