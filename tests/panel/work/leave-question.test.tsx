import { act } from 'react'
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { PreferencesProvider } from '#panel/preferences/preferences-provider.tsx'
import { LeaveGuard } from '#panel/ui/layers/leave-guard.tsx'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { mount } from '../panel-screen.tsx'

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
  mount(
    <PreferencesProvider>
      <RouterProvider router={router} />
    </PreferencesProvider>,
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
