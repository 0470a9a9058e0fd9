import type { Page } from '@playwright/test'

/** The narrowest column of names, in CSS pixels. */
const NAME_MIN_PX = 160

/**
 * What is wrong with the layout of the tables of the page: a narrow column of names, a cell outside of its row, a control or a text
 * outside of its cell, a cut text. A table in a dialog or card has no column that opens its rows.
 */
export function findTableFaults(page: Page): Promise<string[]> {
  return page.evaluate((nameMin) => {
    const faults: string[] = []
    const shortOf = (element: Element) => (element.textContent || element.outerHTML).slice(0, 60)
    const isOutside = (inner: DOMRect, outer: DOMRect) =>
      inner.left < outer.left - 1 || inner.right > outer.right + 1 || inner.bottom > outer.bottom + 1
    for (const table of document.querySelectorAll('table')) {
      const whole = table.getBoundingClientRect()
      if (whole.right > document.documentElement.clientWidth)
        faults.push(`the table reaches to ${whole.right}`)
      for (const cell of table.querySelectorAll('th, td')) {
        const box = cell.getBoundingClientRect()
        if (box.width === 0 || cell.closest('[aria-hidden]')) continue
        const name = shortOf(cell)
        if (isOutside(box, whole)) faults.push(`${name}: the cell is outside of its row`)
        if (cell.querySelector('[data-opens-row]') && box.width < nameMin)
          faults.push(`${name}: the name has ${box.width} px`)
        for (const part of [cell, ...cell.querySelectorAll<HTMLElement>('*:not(.sr-only)')]) {
          if (getComputedStyle(part).overflowX === 'visible') continue
          if (part.scrollWidth > part.clientWidth + 1) faults.push(`${name}: ${shortOf(part)} is cut`)
        }
        for (const control of cell.querySelectorAll('a, button, input'))
          if (isOutside(control.getBoundingClientRect(), box))
            faults.push(`${name}: ${shortOf(control)} leaves its cell`)
        const range = document.createRange()
        const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let text = texts.nextNode(); text; text = texts.nextNode()) {
          if (text.parentElement?.closest('.sr-only, [aria-hidden], [data-selection-bar]')) continue
          range.selectNodeContents(text)
          for (const line of range.getClientRects())
            if (isOutside(line, box)) faults.push(`${name}: the text leaves its cell`)
        }
      }
    }
    return [...new Set(faults)]
  }, NAME_MIN_PX)
}
