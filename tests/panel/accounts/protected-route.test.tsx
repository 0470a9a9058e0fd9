// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PANEL_ADDRESSES } from '#domain/panel-addresses.ts'
import type { OwnUser } from '#domain/user.ts'
import { ProtectedRoute } from '#panel/frame/protected-route.tsx'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { endSession, openSession, session, sessionEnd } from '#panel/session/stored-session.ts'
import { useViewer } from '#panel/session/viewer-context.ts'
import { ToastProvider } from '#panel/ui/layers/toast.tsx'

const STORED: OwnUser = {
  id: 7,
  first_name: 'Şule',
  last_name: 'Ağırgöl',
  email: 'sule@example.com',
  role: 'admin',
  company_id: 3,
  company_name: 'Bora Enerji',
  is_active: true,
  must_change_password: false,
  time_zone: 'Europe/Istanbul',
}
const HOUR_S = 3600

let root: Root

beforeEach(() => {
  const now = Math.floor(Date.now() / 1000)
  const claims = btoa(JSON.stringify({ iat: now, exp: now + 12 * HOUR_S }))
  openSession({ token: `e30.${claims.replace(/=+$/, '')}.signature`, user: STORED })
})
afterEach(() => {
  root.unmount()
  endSession('signed-out')
  vi.unstubAllGlobals()
})

function Viewer() {
  const { first_name, role } = useViewer()
  return `${first_name} is ${role}`
}

/** Opens the dashboard and returns the text of the page. */
function open() {
  const router = createMemoryRouter(
    [
      {
        element: <ProtectedRoute choosePassword="choose a password" />,
        children: [{ path: PANEL_ADDRESSES.turbines, element: <Viewer /> }],
      },
      { path: PANEL_ADDRESSES.signIn, element: 'sign-in page' },
    ],
    { initialEntries: [PANEL_ADDRESSES.turbines] },
  )
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const container = document.createElement('div')
  root = createRoot(container)
  root.render(
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </PreferencesProvider>
    </QueryClientProvider>,
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
