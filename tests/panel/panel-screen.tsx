import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type createBrowserRouter, createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { onTestFinished, vi } from 'vitest'
import type { OwnUser } from '#domain/user.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { CallerContext } from '#panel/session/caller-context.ts'
import { forgetStoredWork } from '#panel/session/sign-out-work.ts'
import { openSession } from '#panel/session/stored-session.ts'
import { ToastLayer } from '#panel/ui/layers/toast.tsx'

/** A signed-in user. A test gives only the fields that matter for it. */
export function callerOf(fields: Partial<OwnUser> = {}): OwnUser {
  return {
    id: 7,
    first_name: 'Ada',
    last_name: 'Yel',
    email: 'ada@example.com',
    role: 'operator',
    company_id: 3,
    company_name: 'Bora Enerji',
    is_active: true,
    inspection_notices: true,
    must_change_password: false,
    must_enrol_factor: false,
    time_zone: 'Europe/Istanbul',
    ...fields,
  }
}

/**
 * Mounts a part of the panel for this user, with everything that it expects around it, in Turkish. When the test ends, it is closed, and
 * what it has stored for the user is forgotten.
 *
 * @param makeRouter `createBrowserRouter` for a part that reads the address of the window
 */
export function openScreen(
  caller: OwnUser,
  screen: ReactNode,
  makeRouter: typeof createBrowserRouter = createMemoryRouter,
) {
  openSession({ token: `token of ${caller.id}`, user: caller })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { root, close: unmount } = attachRoot()
  const router = makeRouter([{ path: '*', element: <CallerContext value={caller}>{screen}</CallerContext> }])
  flushSync(() =>
    root.render(
      <Around queryClient={queryClient}>
        <RouterProvider router={router} />
      </Around>,
    ),
  )
  const close = () => {
    unmount()
    queryClient.clear()
  }
  onTestFinished(async () => {
    close()
    await forgetStoredWork(caller.id)
  })
  return { queryClient, router, close }
}

/** What every screen of the panel has around it. */
export function Around({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <PreferencesProvider>
        {children}
        <ToastLayer />
      </PreferencesProvider>
    </QueryClientProvider>
  )
}

/** Adds an element with a root of React to the page, until the test ends. */
export function attachRoot() {
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  // With its effects: otherwise what the screen has reported, such as unsaved work, is still there when the next test begins.
  const close = () => {
    flushSync(() => root.unmount())
    container.remove()
  }
  onTestFinished(close)
  return { container, root, close }
}

/** Mounts an element alone, until the test ends. What it shows at once is there when a call has returned. */
export function mount(first: ReactNode) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { container, root } = attachRoot()
  const show = (element: ReactNode) => act(() => root.render(element))
  show(first)
  return { container, show }
}

/** Makes the router of a screen that begins at this address. */
export function routerAt(address: string): typeof createMemoryRouter {
  return (routes) => createMemoryRouter(routes, { initialEntries: [address] })
}

/** The buttons with this name, by their label or their text. */
export function buttons(name: string): HTMLButtonElement[] {
  return [...document.querySelectorAll('button')].filter(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )
}

/** @param place which of several buttons with this name, as in `Array.at` */
export function click(name: string, place = 0) {
  const button = buttons(name).at(place)
  if (!button) throw new Error(`There is no button "${name}".`)
  flushSync(() => button.click())
}

/** Types into a text field as a user does. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, typed: string) {
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  flushSync(() => {
    // React overrides the setter of the element to ignore values that it has set itself.
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
