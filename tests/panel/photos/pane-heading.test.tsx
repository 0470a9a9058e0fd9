// @vitest-environment happy-dom
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { PaneHeading } from '#panel/turbine-page/compare/pane-heading.tsx'
import { openScreen, viewerOf } from '../panel-screen.tsx'

const photo = (id: number, year: number) =>
  ({
    id,
    year,
    month: 5,
    category: 'blade',
    blade: 'A',
    room: '1',
    originalName: `${id}.jpg`,
    thumb_url: '/media/k?w=320',
    width: 4000,
    height: 3000,
    size: 3_000_000,
  }) as Photo

const [LEFT, RIGHT, THIRD] = [photo(1, 2025), photo(2, 2026), photo(3, 2025)]

let close = () => {}
afterEach(() => close())

const options = () => [...document.querySelectorAll('option')].map(({ value }) => value)

it('goes through the photos of the turbine once, not again while the pictures move', () => {
  const photos = [LEFT, RIGHT, THIRD]
  const reading = vi.spyOn(photos, 'filter')
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
  ;({ close } = openScreen(viewerOf(), <Screen />))
  expect(options()).toEqual(['1', '3'])
  const before = reading.mock.calls.length
  move()
  expect(reading).toHaveBeenCalledTimes(before)

  const select = document.querySelector('select') as HTMLSelectElement
  select.value = '3'
  flushSync(() => select.dispatchEvent(new Event('change', { bubbles: true })))
  expect(chosen).toEqual(['moved 3'])
})
