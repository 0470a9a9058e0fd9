import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Photo } from '#domain/photo.ts'
import { PhotoList } from '#panel/photos/list/photo-list.tsx'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { answeredFinding } from '../../support/answered-finding.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen, routerAt } from '../panel-screen.tsx'

const TURBINE = answeredTurbine(1)
/** The bodies of the changes, by the end of their addresses. */
let sent: [address: string, body: Record<string, unknown>][] = []
let answer: () => Response

beforeEach(async () => {
  await chooseLanguage('en')
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  sent = []
  answer = () => Response.json({ success: true, data: [], unlinked: [] })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'PUT') return Response.json({ success: true, data: [] })
    sent.push([new URL(url, 'http://x').pathname.replace('/api/turbines/1', ''), JSON.parse(String(body))])
    return answer()
  })
})

function photo(id: number, fields: Partial<Photo> = {}): Photo {
  return {
    id,
    key: String(id),
    file_path: String(id),
    url: '/x',
    thumb_url: '/thumb',
    originalName: `${id}.jpg`,
    room: '3',
    blade: 'A',
    category: 'blade',
    year: 2026,
    month: 9,
    size: 1,
    sha256: '',
    width: 8,
    height: 8,
    is_sphere: false,
    original_shown: true,
    looked_at: null,
    upload_date: '2026-09-06T09:30:00.000Z',
    lastModified: '2026-09-06T09:30:00.000Z',
    uploaded_by: 'Ada',
    uploader_name: 'Ada',
    uploader_email: '',
    ...fields,
  }
}

const PHOTOS = [photo(1), photo(2, { blade: 'B' })]

function show(role: 'operator' | 'customer' = 'operator') {
  const list = <PhotoList turbine={TURBINE} photos={PHOTOS} pageYear={2026} onCompare={() => {}} />
  act(() => void openScreen(callerOf({ role, company_id: 1 }), list, routerAt('/')))
  act(() => document.querySelector<HTMLInputElement>('thead [type=checkbox]')?.click())
}

// A toast is a dialog, too.
const dialog = () => document.querySelector('form')?.closest('[role=dialog]') ?? null
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name)
const click = (name: string) => act(async () => button(name)?.click())
const shown = () => [...(dialog()?.querySelectorAll('[role=combobox]') ?? [])].map((one) => one.textContent)
const seen = (text: string) => act(() => vi.waitFor(() => expect(document.body.textContent).toContain(text)))

/** Chooses an option of a select of the dialog. */
async function choose(index: number, label: string) {
  const select = dialog()?.querySelectorAll<HTMLElement>('[role=combobox]')[index]
  await act(async () => {
    select?.focus()
    select?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    select?.click()
  })
  const option = () =>
    [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
      ({ textContent }) => textContent === label,
    )
  await act(() => vi.waitFor(() => expect(option()).toBeDefined()))
  await act(async () => {
    option()?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    option()?.click()
  })
}

it('begins with where the photos are, and cannot be sent before something else is chosen', async () => {
  show()
  await click('Move…')
  expect(shown()).toEqual(['Blade', 'Mixed (unchanged)', 'Tip-WW', '2026'])
  expect(button('Move')?.getAttribute('aria-disabled')).toBe('true')
})

it('moves the photos that are elsewhere, and each of them back from the toast', async () => {
  show()
  await click('Move…')
  await choose(1, 'Blade B')
  answer = () =>
    Response.json({
      success: true,
      data: [photo(1, { blade: 'B' })],
      unlinked: [{ id: 9, number: 'A-LE-001', earlier_id: 4 }],
    })
  await click('Move photo')
  await seen('1 photo moved')
  expect(dialog()).toBeNull()
  expect(sent).toEqual([['/photos/place', { photo_ids: [1], blade: 'B' }]])
  await seen('1 finding no longer continues an earlier one: A-LE-001')
  answer = () => {
    const isFinding = sent.at(-1)?.[0] === '/findings/9'
    return Response.json({ success: true, data: isFinding ? answeredFinding(9) : [photo(1)], unlinked: [] })
  }
  await click('Undo')
  await seen('1 photo moved back')
  expect(sent.slice(1)).toEqual([
    ['/photos/place', { photo_ids: [1], category: 'blade', blade: 'A', room: '3', year: 2026 }],
    ['/findings/9', { earlier_id: 4 }],
  ])
})

it('links the findings again whose photos go back one after the other, and names those that were changed since', async () => {
  show()
  await click('Move…')
  await choose(1, 'Blade C')
  const links = [1, 2].map((blade) => ({ id: 10 + blade, number: `A-LE-00${blade}`, earlier_id: blade }))
  answer = () =>
    Response.json({ success: true, data: [photo(1, { blade: 'C' }), photo(2, { blade: 'C' })], unlinked: [] })
  await click('Move 2 photos')
  await seen('2 photos moved')
  answer = () => {
    const [address, { blade }] = sent.at(-1) ?? ['', {}]
    if (address === '/findings/12')
      return Response.json({ success: false, error: 'validation_failed', message: 'No.' }, { status: 400 })
    if (address === '/findings/11')
      return Response.json({ success: true, data: answeredFinding(11), unlinked: [] })
    return Response.json({ success: true, data: [photo(1)], unlinked: blade === 'A' ? links : [] })
  }
  await click('Undo')
  await seen('2 photos moved back')
  expect(sent.slice(1).map(([address]) => address)).toEqual([
    '/photos/place',
    '/photos/place',
    '/findings/11',
    '/findings/12',
  ])
  await seen('1 finding no longer continues an earlier one: A-LE-002')
})

it('says which published findings keep the photos where they are', async () => {
  show()
  await click('Move…')
  await choose(1, 'Blade C')
  answer = () =>
    Response.json(
      {
        success: false,
        error: 'finding_published',
        message: 'No.',
        findings: [{ id: 9, number: 'A-LE-001', year: 2026, photo_id: 1, photo_name: '1.jpg' }],
        more_findings: 2,
      },
      { status: 409 },
    )
  await click('Move 2 photos')
  await seen('3 findings are published; no photo was moved')
  const link = [...(dialog()?.querySelectorAll('a') ?? [])].find(
    ({ textContent }) => textContent === 'A-LE-001',
  )
  expect(link?.getAttribute('href')).toBe('/dashboard/turbine/1?finding=9&year=2026')
  expect(dialog()?.textContent).toContain('and 2 more findings')
})

it('is not offered to those who may not upload', () => {
  show('customer')
  expect(button('Move…')).toBeUndefined()
})
