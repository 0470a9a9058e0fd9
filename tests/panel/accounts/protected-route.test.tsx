import { QueryClient } from '@tanstack/react-query'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PHOTO_UPLOAD_TIMEOUT_MS } from '#domain/limits.ts'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import { may } from '#domain/permissions.ts'
import { sendRequest } from '#panel/api/send-request.ts'
import { useApiMutation } from '#panel/api/use-api-mutation.ts'
import { deleteReport } from '#panel/data/reports.ts'
import { ProtectedRoute } from '#panel/frame/protected-route.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { openSession, session, sessionEnd } from '#panel/session/stored-session.ts'
import { Around, attachRoot, callerOf, click } from '../panel-screen.tsx'

const STORED = callerOf({ first_name: 'Şule', role: 'admin' })
const HOUR_S = 3600

beforeEach(() => {
  const now = Math.floor(Date.now() / 1000)
  const claims = btoa(JSON.stringify({ iat: now, exp: now + 12 * HOUR_S }))
  openSession({ token: `e30.${claims.replace(/=+$/, '')}.signature`, user: STORED })
})
afterEach(() => {
  vi.clearAllMocks()
})

function Caller() {
  const { first_name, role } = useCaller()
  return `${first_name} is ${role}`
}

/** A button for users who may delete reports. It makes this call. */
function DeleteButton({ call }: { call: () => Promise<unknown> }) {
  const mayDelete = may(useCaller(), 'report.delete', STORED.company_id)
  const { mutate } = useApiMutation({ name: null, call })
  return (
    mayDelete && (
      <button type="button" onClick={() => mutate(undefined)}>
        Delete
      </button>
    )
  )
}

/** Opens the dashboard with this screen and returns the text of the page. */
function open(screen = <Caller />) {
  const router = createMemoryRouter(
    [
      {
        element: <ProtectedRoute choosePassword="choose a password" enrolFactor={() => 'enrol a factor'} />,
        children: [{ path: PANEL_ADDRESSES.turbines, element: screen }],
      },
      { path: PANEL_ADDRESSES.signIn, element: 'sign-in page' },
    ],
    { initialEntries: [PANEL_ADDRESSES.turbines] },
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container, root } = attachRoot()
  root.render(
    <Around queryClient={queryClient}>
      <RouterProvider router={router} />
    </Around>,
  )
  return () => container.textContent
}

it('shows the user that the server confirms, not the stored one, and does not store it', async () => {
  const user = { ...STORED, first_name: 'Şule Nur', role: 'customer' }
  vi.stubGlobal('fetch', async () => Response.json({ success: true, user }))
  const before = localStorage.getItem('kanat.user')
  const page = open()
  await vi.waitFor(() => expect(page()).toBe('Şule Nur is customer'))
  expect(localStorage.getItem('kanat.user')).toBe(before)
})

it('never shows the stored user during the request to the server', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const page = open()
  await vi.waitFor(() => expect(page()).not.toBe(''))
  expect(page()).not.toContain(STORED.first_name)
})

it.each([
  [401, 'expired'],
  [403, 'unchecked'],
  [404, 'unchecked'],
])('redirects to the sign-in page if the server refuses the session with %i', async (status, end) => {
  const body = { success: false, error: 'refused', message: 'No.' }
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const page = open()
  await vi.waitFor(() => expect(page()).toBe('sign-in page'))
  expect(sessionEnd.value).toBe(end)
})

it('asks for a new password if the server requires one, and the session continues', async () => {
  const body = { success: false, error: 'password_change_required', message: 'Choose.' }
  const fetched = vi.fn(async () => Response.json(body, { status: 403 }))
  vi.stubGlobal('fetch', fetched)
  const page = open()
  await vi.waitFor(() => expect(page()).toBe('choose a password'))
  expect(session.value?.userId).toBe(STORED.id)
  expect(fetched).toHaveBeenCalledOnce()
})

it('redirects to the sign-in page without a request if the stored user is missing', async () => {
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  localStorage.removeItem('kanat.user')
  window.dispatchEvent(new StorageEvent('storage', { key: 'kanat.user', newValue: null }))
  const page = open()
  await vi.waitFor(() => expect(page()).toBe('sign-in page'))
  expect(fetched).not.toHaveBeenCalled()
})

it.each([
  ['a broken server', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['an answer that cannot be read', () => new Response('{"success":true,"us')],
  ['a user of another shape', () => Response.json({ success: true, user: { id: 'seven' } })],
])('offers a retry after %s, and the session continues', async (_, answer) => {
  vi.stubGlobal('fetch', async () => answer())
  const page = open()
  await vi.waitFor(() => expect(page()).toMatch(/Tekrar Dene|Try again/))
  expect(session.value?.userId).toBe(STORED.id)
})

/** A server that makes the user a customer after the page was opened, and refuses every change with this code. */
function stubChangedRole(status: number, code: string) {
  const roles = ['admin', 'customer']
  const checkSession = vi.fn(() => Response.json({ success: true, user: { ...STORED, role: roles.shift() } }))
  vi.stubGlobal('fetch', async (_address: string, { method = 'GET' }: RequestInit = {}) =>
    method === 'GET'
      ? checkSession()
      : Response.json({ success: false, error: code, message: 'No.' }, { status }),
  )
  return checkSession
}

const deletion = vi.fn(() => deleteReport(1, 2))
const upload = vi.fn(() =>
  // A call that may take longer than others is an upload.
  sendRequest(
    { method: 'POST', url: '/api/upload', makes: null, timeoutMs: PHOTO_UPLOAD_TIMEOUT_MS },
    async (url) => {
      const answer = await fetch(url, { method: 'POST' })
      return { status: answer.status, text: await answer.text(), header: () => null }
    },
  ),
)

it('asks again who the user is after a change that is not permitted, and the buttons follow', async () => {
  const checkSession = stubChangedRole(403, 'forbidden')
  const page = open(<DeleteButton call={deletion} />)
  await vi.waitFor(() => expect(page()).toBe('Delete'))
  click('Delete')
  await vi.waitFor(() => expect(page()).toBe(''))
  expect(checkSession).toHaveBeenCalledTimes(2)
  expect(session.value?.userId).toBe(STORED.id)
})

it.each([
  ['a change that is refused for another reason', deletion, 404, 'report_not_found'],
  ['an upload that is not permitted', upload, 403, 'forbidden'],
])('does not ask again after %s', async (_, call, status, code) => {
  const checkSession = stubChangedRole(status, code)
  const page = open(<DeleteButton call={call} />)
  await vi.waitFor(() => expect(page()).toBe('Delete'))
  click('Delete')
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  await expect(call.mock.results.at(-1)?.value).rejects.toMatchObject({ code })
  expect(checkSession).toHaveBeenCalledOnce()
  expect(page()).toBe('Delete')
})
