import type { ReactNode } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  answerPendingLeave,
  askBeforeClosing,
  confirmLeaving,
  discardWorkLeftBy,
  losesOnClose,
  pendingLeave,
  type UnsavedWork,
  unsavedWork,
  useUnsavedWork,
  workLeftBy,
} from '#panel/ui/unsaved-work.ts'
import { mount } from '../panel-screen.tsx'

let render: (screen: ReactNode) => void
beforeEach(() => {
  render = mount(null).show
})

interface HolderProps {
  holds?: boolean
  kind?: UnsavedWork
  discard?: () => void
  param?: string
}

function Holder({ holds = true, kind, ...options }: HolderProps) {
  useUnsavedWork(holds, kind, options)
  return null
}

it('reports unsaved work as long as any component has some, what leaving loses before files, which stay', () => {
  expect(unsavedWork.value).toBeNull()
  render([<Holder key="a" holds={false} />, <Holder key="b" />])
  expect(unsavedWork.value).toBe('changes')
  render([<Holder key="a" kind="files" />, <Holder key="b" />])
  expect(unsavedWork.value).toBe('changes')
  render([<Holder key="a" kind="files" />])
  expect(unsavedWork.value).toBe('files')
  render([<Holder key="a" kind="files" holds={false} />])
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

it('forgets work only when the user agrees, not when its component unmounts', () => {
  const discard = vi.fn()
  render(<Holder discard={discard} />)
  confirmLeaving(() => {})
  answerPendingLeave(false)
  render(null)
  expect(discard).not.toHaveBeenCalled()
  render(<Holder discard={discard} />)
  confirmLeaving(() => {})
  answerPendingLeave(true)
  expect(discard).toHaveBeenCalledOnce()
})

it('counts a changed parameter as leaving the work that this parameter shows, and no other work', () => {
  const [discardPage, discardLayer] = [vi.fn(), vi.fn()]
  render([
    <Holder key="a" kind="files" discard={discardPage} />,
    <Holder key="b" param="finding" discard={discardLayer} />,
  ])
  const at = (search: string, pathname = '/dashboard/turbine/1') => ({ pathname, search })
  expect(workLeftBy(at('?finding=4'), at('?finding=4&photo=2'))).toBeNull()
  expect(workLeftBy(at('?finding=4'), at('?finding=5'))).toBe('changes')
  expect(workLeftBy(at('?finding=4'), at('?finding=4', '/dashboard'))).toBe('changes')

  discardWorkLeftBy(at('?finding=4'), at(''))
  expect([discardPage, discardLayer].map(({ mock }) => mock.calls.length)).toEqual([0, 1])
  expect(unsavedWork.value).toBe('files')
})

it('asks before closing the page also for what no component of the screen holds', () => {
  let loses = false
  askBeforeClosing(() => loses)
  expect(losesOnClose()).toBe(false)
  loses = true
  expect(losesOnClose()).toBe(true)
  loses = false
  render(<Holder />)
  expect(losesOnClose()).toBe(true)
})

it('asks before signing out if that removes stored files, also without work on the screen', () => {
  const leave = vi.fn()
  confirmLeaving(leave, 'storedFiles')
  expect(pendingLeave.value?.work).toBe('storedFiles')
  answerPendingLeave(true)
  expect(leave).toHaveBeenCalledOnce()
})
