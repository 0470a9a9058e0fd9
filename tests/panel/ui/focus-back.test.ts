import { expect, it } from 'vitest'
import { focusBack } from '#panel/ui/dialogs/focus-back.ts'

function make(html: string): HTMLElement {
  document.body.innerHTML = html
  return document.body.firstElementChild as HTMLElement
}

it('leaves the element that had the focus, a button and a row to the dialog: of a row, the first button inside gets it', () => {
  expect(focusBack(undefined)).toBe(true)
  for (const html of ['<button>Sil</button>', '<li><button>Sil</button></li>', '<div tabindex="0"></div>']) {
    const element = make(html)
    expect(focusBack(element)).toBe(element)
  }
})

it('gives the focus to a screen that handles keys, and not to its first button', async () => {
  const screen = make('<section tabindex="-1"><button>Kabul et</button></section>')
  expect(focusBack(screen)).toBe(false)
  await expect.poll(() => document.activeElement).toBe(screen)
})
