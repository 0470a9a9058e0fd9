import { Plus } from 'lucide-react'
import { expect, it, vi } from 'vitest'
import { Button, blockedProps, IconButton } from '#panel/ui/button.tsx'
import { callerOf, openScreen } from '../panel-screen.tsx'

const act = vi.fn()
const send = vi.fn()

function Screen({ blocked }: { blocked?: string }) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Button type="submit" blocked={blocked}>
        Gönder
      </Button>
      <Button blocked={blocked} onClick={act}>
        Aç
      </Button>
      <IconButton label="Ekle" icon={Plus} blocked={blocked} onClick={act} />
      <button type="button" onClick={act} {...blockedProps(blocked)}>
        Kapat
      </button>
    </form>
  )
}

const buttons = () => [...document.querySelectorAll('button')]

it('says why a button cannot be pressed, for the pointer and the keyboard, and does nothing', () => {
  openScreen(callerOf(), <Screen blocked="Önce bir dosya seçin." />)
  for (const button of buttons()) {
    button.click()
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(button.getAttribute('aria-description')).toBe('Önce bir dosya seçin.')
    expect(button.dataset.tooltip).toContain('Önce bir dosya seçin.')
    button.focus()
    expect(document.activeElement).toBe(button)
  }
  expect(act).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
})

it('says nothing of a button that can be pressed', () => {
  openScreen(callerOf(), <Screen />)
  for (const button of buttons()) {
    button.click()
    expect(button.hasAttribute('aria-disabled')).toBe(false)
    expect(button.hasAttribute('aria-description')).toBe(false)
  }
  expect(act).toHaveBeenCalledTimes(3)
  expect(send).toHaveBeenCalledOnce()
})
