// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  answerPendingLeave,
  confirmLeaving,
  pendingLeave,
  type UnsavedWork,
  unsavedWork,
  useUnsavedWork,
} from '#panel/ui/unsaved-work.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

let root: Root
beforeEach(() => {
  root = createRoot(document.createElement('div'))
})
afterEach(() => act(() => root.unmount()))

const render = (screen: ReactNode) => act(() => root.render(screen))

function Holder({ holds = true, kind }: { holds?: boolean; kind?: UnsavedWork }) {
  useUnsavedWork(holds, kind)
  return null
}

it('reports unsaved work as long as any component has some, files before changes', () => {
  expect(unsavedWork.value).toBeNull()
  render([<Holder key="a" holds={false} />, <Holder key="b" />])
  expect(unsavedWork.value).toBe('changes')
  render([<Holder key="a" kind="files" />, <Holder key="b" />])
  expect(unsavedWork.value).toBe('files')
  render([<Holder key="b" />])
  expect(unsavedWork.value).toBe('changes')
  render([<Holder key="b" holds={false} />])
  expect(unsavedWork.value).toBeNull()
})

it('leaves at once if there is no unsaved work', () => {
  const leave = vi.fn()
  confirmLeaving(leave)
  expect(leave).toHaveBeenCalledOnce()
  expect(pendingLeave.value).toBeNull()
})

it('waits for the answer if there is unsaved work, and then leaves and discards the work', () => {
  render(<Holder />)
  const leave = vi.fn()
  confirmLeaving(leave)
  answerPendingLeave(false)
  expect(leave).not.toHaveBeenCalled()
  expect(unsavedWork.value).toBe('changes')
  confirmLeaving(leave)
  answerPendingLeave(true)
  expect(leave).toHaveBeenCalledOnce()
  expect([unsavedWork.value, pendingLeave.value]).toEqual([null, null])
})
