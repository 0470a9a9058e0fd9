// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { LeaveGuard } from '#panel/ui/layers/leave-guard.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => act(() => root.unmount()))

function Form() {
  useUnsavedWork(true)
  return 'a form'
}

/** A page with unsaved work whose user has asked for the list. */
async function openQuestion() {
  window.history.replaceState(null, '', '/dashboard/turbine/1')
  const router = createBrowserRouter([
    {
      element: [<LeaveGuard key="guard" />, <Outlet key="page" />],
      children: [
        { path: '/dashboard', element: 'the list' },
        { path: '/dashboard/turbine/1', element: <Form /> },
      ],
    },
  ])
  await act(async () =>
    root.render(
      <PreferencesProvider>
        <RouterProvider router={router} />
      </PreferencesProvider>,
    ),
  )
  await act(() => router.navigate('/dashboard'))
  await vi.waitFor(() => expect(question()).not.toBeNull())
  return router
}

const question = () => document.querySelector('[role=alertdialog]:not([data-closed])')
const answer = (index: number) => act(async () => question()?.querySelectorAll('button')[index]?.click())

it.each(['stays', 'leaves'])(
  'keeps its question while the page changes its own address, and then %s',
  async (end) => {
    const router = await openQuestion()
    await act(() => router.navigate('?section=blades', { replace: true }))
    expect(router.state.location.search).toBe('?section=blades')
    expect(question()).not.toBeNull()

    await answer(end === 'stays' ? 0 : 1)
    await vi.waitFor(() => expect(question()).toBeNull())
    expect(router.state.location.pathname).toBe(end === 'stays' ? '/dashboard/turbine/1' : '/dashboard')
  },
)

it('asks again after the user has stayed', async () => {
  const router = await openQuestion()
  await answer(0)
  await vi.waitFor(() => expect(question()).toBeNull())
  await act(() => router.navigate('/dashboard'))
  await vi.waitFor(() => expect(question()).not.toBeNull())
  await answer(1)
  expect(router.state.location.pathname).toBe('/dashboard')
})
