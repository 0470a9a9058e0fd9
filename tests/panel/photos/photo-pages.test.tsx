import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Profiler } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PHOTO_POLL_MS } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'
import { CommentDraftsProvider } from '#panel/comments/comment-drafts.tsx'
import { categoryPhotosQuery } from '#panel/data/photos.ts'
import { CategoryPhotos } from '#panel/turbine-page/photo-pages/category-photos.tsx'
import { firstYear } from '#panel/turbine-page/photo-pages/photo-filter.ts'
import { answeredTurbine } from '../../support/answered-turbine.ts'
import { callerOf, openScreen } from '../panel-screen.tsx'

const turbine = answeredTurbine(4, { company_id: 3 })

let photos: Photo[]
/** The header `If-None-Match` of each request for the photos. */
let tags: (string | null)[] = []

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), shouldAdvanceTime: true })
  photos = [photo(2), photo(1)]
  tags = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.includes('/photos?category=drone')) return Response.json({ success: true, data: [] })
    const asked = new Headers(init.headers).get('If-None-Match')
    tags.push(asked)
    const ETag = `"${photos.map(({ id }) => id)}"`
    if (asked === ETag) return new Response(null, { status: 304, headers: { ETag } })
    return Response.json({ success: true, data: photos }, { headers: { ETag } })
  })
})

function photo(id: number): Photo {
  const at = '2026-11-20T10:00:00.000Z'
  return {
    id,
    key: `k${id}`,
    file_path: '',
    url: `/media/k${id}`,
    thumb_url: null,
    room: null,
    blade: 'A',
    originalName: `drone-${id}.pcd`,
    category: 'drone',
    year: 2026,
    month: 11,
    size: 2_500_000,
    width: null,
    height: null,
    is_sphere: false,
    original_shown: false,
    looked_at: null,
    upload_date: at,
    lastModified: at,
    uploaded_by: 'Ada',
    uploader_name: 'Ada Yel',
    uploader_email: 'ada@example.com',
    sha256: '',
  }
}

let renders = 0
function Screen() {
  const { data } = useQuery(categoryPhotosQuery(turbine.id, 'drone'))
  return (
    data && (
      <Profiler id="list" onRender={() => renders++}>
        <CategoryPhotos turbine={turbine} category="drone" title="Drone fotoğrafları" photos={data} />
      </Profiler>
    )
  )
}

async function open(): Promise<QueryClient> {
  const screen = openScreen(
    callerOf(),
    <CommentDraftsProvider turbineId={turbine.id}>
      <Screen />
    </CommentDraftsProvider>,
  )
  await vi.waitFor(() => expect(document.querySelector('[data-photo="1"]')).not.toBeNull())
  return screen.queryClient
}

const cached = (queryClient: QueryClient) =>
  queryClient.getQueryData(categoryPhotosQuery(turbine.id, 'drone').queryKey)
const names = () => [...document.querySelectorAll('[data-photo]')].map(({ textContent }) => textContent)

it('sends the entity tag, and after a 304 the photos do not change and the list does not render again', async () => {
  const queryClient = await open()
  const before = cached(queryClient)
  // The list of comments arrives at the same time.
  await vi.waitFor(() => expect(document.body.textContent).toContain('Yorumlar0'))
  renders = 0
  await vi.advanceTimersByTimeAsync(2 * PHOTO_POLL_MS)
  await vi.waitFor(() => expect(tags).toEqual([null, '"2,1"', '"2,1"']))
  expect(cached(queryClient)).toBe(before)
  expect(renders).toBe(0)
})

it('shows a new photo with the next poll, and the focus stays at the same photo', async () => {
  await open()
  const button = document.querySelector<HTMLElement>('[data-photo="1"]')
  button?.focus()
  photos = [photo(3), photo(2), photo(1)]
  await vi.advanceTimersByTimeAsync(PHOTO_POLL_MS)
  await vi.waitFor(() => expect(names()).toEqual(['drone-3.pcd', 'drone-2.pcd', 'drone-1.pcd']))
  expect(document.activeElement).toBe(button)
  const stops = document.querySelectorAll('[data-photo][tabindex="0"]')
  expect([...stops]).toEqual([button])
})

it('does not ask while the page is hidden, and asks at once when it is visible again', async () => {
  await open()
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await vi.advanceTimersByTimeAsync(4 * PHOTO_POLL_MS)
  expect(tags).toHaveLength(1)
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  await vi.waitFor(() => expect(tags).toHaveLength(2))
})

it('keeps the photos while the server does not answer', async () => {
  await open()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await vi.advanceTimersByTimeAsync(2 * PHOTO_POLL_MS)
  expect(names()).toEqual(['drone-2.pcd', 'drone-1.pcd'])
})

describe('the first year', () => {
  const thisYear = 2026
  it.each([
    ['the current one', [2027, 2026, 2025], 2026],
    ['the newest one with photos if the current one has none', [2025, 2023], 2025],
    ['the current one if there are no photos', [], 2026],
  ])('is %s', (_, years, year) => expect(firstYear(years, thisYear)).toBe(year))
})
