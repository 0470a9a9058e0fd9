import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo, PhotoCategory } from '#domain/photo.ts'
import { DownloadSelected } from '#panel/photos/list/download-selected.tsx'
import { PhotoList } from '#panel/photos/list/photo-list.tsx'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen, routerAt } from '../panel-screen.tsx'

const compare = vi.fn<(photos: Photo[]) => void>()
beforeEach(async () => {
  await chooseLanguage('en')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
})

let lastId = 0
function photo(originalName: string, category: PhotoCategory, fields: Partial<Photo> = {}): Photo {
  const id = ++lastId
  const place = { category, room: null, blade: null, year: 2026, month: 9 }
  const file = {
    key: String(id),
    originalName,
    thumb_url: '/thumb',
    size: 2_500_000,
    uploader_name: 'Ada Yel',
  }
  return { id, ...file, ...place, ...fields } as Photo
}

const PHOTOS = [
  photo('a.jpg', 'blade', { blade: 'A', room: '3' }),
  photo('b.jpg', 'drone', { blade: 'B' }),
  photo('c.jpg', 'robot', { year: 2025, uploader_name: 'Işık Öz' }),
  photo('d.jpg', 'blade', { blade: 'C', room: 'hub' }),
]

function show(photos: Photo[], { address = '/', role = 'admin' as 'admin' | 'customer' } = {}) {
  const turbine = answeredTurbine(1)
  const actions = (selected: Photo[]) => <DownloadSelected turbine={turbine} photos={selected} />
  const list = (
    <PhotoList turbine={turbine} photos={photos} actions={actions} pageYear={2026} onCompare={compare} />
  )
  act(() => void openScreen(callerOf({ role, company_id: 1 }), list, routerAt(address)))
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const names = () => rows().map((row) => row.querySelector('button')?.textContent)
const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>('[data-row] [type=checkbox]')]
const allCheckbox = () => document.querySelector<HTMLInputElement>('thead [type=checkbox]')
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (found) => found.textContent === name || found.ariaLabel === name,
  )
const click = (element: Element | undefined) => act(() => (element as HTMLElement).click())
const press = (row: number, key: string) =>
  act(() =>
    rows()
      [row]?.querySelector('button')
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
  )

it('lists the photos of the year of the page with all of their data', () => {
  show(PHOTOS)
  expect(names()).toEqual(['a.jpg', 'b.jpg', 'd.jpg'])
  expect(rows()[0]?.textContent).toBe('a.jpgATip-WW2.4 MBSeptember 2026Ada Yel')
  expect(rows()[1]?.textContent).toContain('BDrone')
})

it.each([
  ['?listYear=all', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']],
  ['?listYear=2025', ['c.jpg']],
  ['?listYear=1234', ['a.jpg', 'b.jpg', 'd.jpg']],
  ['?type=blade', ['a.jpg', 'd.jpg']],
  ['?type=plane', ['a.jpg', 'b.jpg', 'd.jpg']],
  ['?q=TIP', ['a.jpg']],
  ['?q=blade+c', ['d.jpg']],
  ['?q=september&type=drone', ['b.jpg']],
  ['?listYear=all&q=isik', ['c.jpg']],
])('shows the photos that %s finds', (address, found) => {
  show(PHOTOS, { address: `/${address}` })
  expect(names()).toEqual(found)
})

it('says that no photo matches the search, or that there are no photos', () => {
  show(PHOTOS, { address: '/?q=nothing' })
  expect(document.body.textContent).toContain('No photos match your search.')
  show([])
  expect(document.body.textContent).toContain('No photos have been uploaded for this turbine yet.')
})

it('compares exactly two photos: a third one cannot be selected, and ending it clears the selection', () => {
  show(PHOTOS)
  click(button('Comparison'))
  const isDisabled = () => button('Compare')?.getAttribute('aria-disabled') === 'true'
  expect(isDisabled()).toBe(true)
  click(checkboxes()[0])
  expect(isDisabled()).toBe(true)
  press(2, ' ')
  expect(checkboxes().map(({ checked }) => checked)).toEqual([true, false, true])
  expect(checkboxes().map(({ disabled }) => disabled)).toEqual([false, true, false])
  press(1, ' ')
  expect(checkboxes()[1]?.checked).toBe(false)
  click(button('Compare'))
  expect(compare.mock.lastCall?.[0].map(({ originalName }) => originalName)).toEqual(['a.jpg', 'd.jpg'])
  click(button('Comparison'))
  expect(checkboxes().some(({ checked }) => checked)).toBe(false)
})

it('selects and deselects all photos that pass the filters, and keeps other selected photos', () => {
  show(PHOTOS, { address: '/?listYear=all&type=blade' })
  const states = () => [allCheckbox()?.checked, allCheckbox()?.indeterminate]
  expect(states()).toEqual([false, false])
  press(0, ' ')
  expect(states()).toEqual([false, true])
  click(allCheckbox() ?? undefined)
  expect(states()).toEqual([true, false])
  expect(document.body.textContent).toContain('2 photos selected · 4.8 MB')
  click(allCheckbox() ?? undefined)
  expect(checkboxes().some(({ checked }) => checked)).toBe(false)
  click(button('Comparison'))
  expect(allCheckbox()).toBeNull()
})

it('orders the selected photos in the order of the list, and opens the address in the answer as a download', async () => {
  const opened = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const data = { url: '/media/photo-archives/x', size: 9, expires_at: '2026-11-21T09:40:00.000Z' }
  const answer = Promise.withResolvers<Response>()
  const send = vi.fn<typeof fetch>(() => answer.promise)
  vi.stubGlobal('fetch', send)
  show(PHOTOS)
  press(2, ' ')
  press(0, ' ')
  click(button('Download ZIP'))
  await act(() => vi.waitFor(() => expect(button('Preparing the ZIP…')?.disabled).toBe(true)))
  await act(async () => answer.resolve(Response.json({ success: true, data }, { status: 201 })))
  await act(() => vi.waitFor(() => expect(opened).toHaveBeenCalledOnce()))
  expect(JSON.parse(String(send.mock.lastCall?.[1]?.body))).toEqual({ ids: [PHOTOS[0]?.id, PHOTOS[3]?.id] })
  const link = opened.mock.contexts[0] as HTMLAnchorElement
  expect([new URL(link.href).pathname, link.hasAttribute('download')]).toEqual([data.url, true])
  opened.mockRestore()
})

it.each([
  ['the server refuses it', PHOTOS, 'Please wait for one of them to finish.'],
  [
    'there are too many photos',
    Array.from({ length: 10_001 }, (_, index) => photo(`${index}.jpg`, 'robot')),
    'A ZIP can hold up to 10,000 photos.',
  ],
])('says why there is no ZIP if %s', async (_, photos, message) => {
  const failure = { success: false, error: 'too_many_archives', message }
  vi.stubGlobal('fetch', async () => Response.json(failure, { status: 429 }))
  show(photos)
  click(allCheckbox() ?? undefined)
  click(button('Download ZIP'))
  await act(() => vi.waitFor(() => expect(document.body.textContent).toContain(message)))
  expect(document.body.textContent).toContain('The ZIP could not be downloaded')
})

it('asks before it deletes: all selected photos, or the one photo of the row', () => {
  show(PHOTOS)
  const question = () => document.querySelector('[role=alertdialog]')?.textContent
  press(1, 'Delete')
  expect(question()).toContain('b.jpg')
  click(button('Cancel'))
  press(0, ' ')
  press(1, ' ')
  press(1, 'Delete')
  expect(question()).toContain('2 photos will be deleted.')
})

it('does not offer to delete to a customer', () => {
  show(PHOTOS, { role: 'customer' })
  press(0, ' ')
  press(0, 'Delete')
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  expect(button('Delete 1 photo')).toBeUndefined()
})
