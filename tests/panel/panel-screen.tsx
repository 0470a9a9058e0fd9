import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { type createBrowserRouter, createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import type { OwnUser } from '#domain/user.ts'
import { chooseLanguage } from '#panel/preferences/language.ts'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { openSession } from '#panel/session/stored-session.ts'
import { ViewerContext } from '#panel/session/viewer-context.ts'
import { ToastProvider } from '#panel/ui/layers/toast.tsx'

await chooseLanguage('tr')

/** A signed-in user. A test gives only the fields that matter for it. */
export function viewerOf(fields: Partial<OwnUser> = {}): OwnUser {
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
    time_zone: 'Europe/Istanbul',
    ...fields,
  }
}

/**
 * Mounts a part of the panel for this user, with everything that it expects around it, in Turkish.
 *
 * @param makeRouter `createBrowserRouter` for a part that reads the address of the window
 */
export function openScreen(
  viewer: OwnUser,
  screen: ReactNode,
  makeRouter: typeof createBrowserRouter = createMemoryRouter,
) {
  openSession({ token: `token of ${viewer.id}`, user: viewer })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  const router = makeRouter([{ path: '*', element: <ViewerContext value={viewer}>{screen}</ViewerContext> }])
  flushSync(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <PreferencesProvider>
          <ToastProvider>
            <RouterProvider router={router} />
          </ToastProvider>
        </PreferencesProvider>
      </QueryClientProvider>,
    ),
  )
  return {
    queryClient,
    router,
    close: () => {
      root.unmount()
      container.remove()
      queryClient.clear()
    },
  }
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
export function type(field: HTMLTextAreaElement, typed: string) {
  flushSync(() => {
    // React overrides the setter of the element to ignore values that it has set itself.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, typed)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
