import type { Page } from '@playwright/test'

/** Pixels that rounding may add. */
const TOLERANCE = 1

/** What of a page lies outside of the window to the left or right, or is cut off by a box that hides what overflows. */
export async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate((tolerance) => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${width} px`)
    for (const { name, box, element } of seenThings()) {
      let [left, right] = [0, width]
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX === 'visible') continue
        const clip = parent.getBoundingClientRect()
        left = Math.max(left, clip.left)
        right = Math.min(right, clip.right)
      }
      if (box.left < left - tolerance || box.right > right + tolerance)
        found.push(`${name} reaches from ${box.left} to ${box.right}, seen is ${left} to ${right}`)
    }
    return found
  }, TOLERANCE)
}

/** The texts and controls that meet the chat button as the page is scrolled now, or before it is `further` pixels on. */
export async function findUnderChatButton(page: Page, further = 0): Promise<string[]> {
  return page.evaluate((distance) => {
    const button = document.querySelector('[data-chat-button]')
    if (!button) throw new Error('There is no chat button.')
    const corner = button.getBoundingClientRect()
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < corner.right && right > corner.left && top - distance < corner.bottom && bottom > corner.top
    return seenThings()
      .filter(({ element, box }) => !button.contains(element) && isUnder(box))
      .map(({ name }) => name)
  }, further)
}

interface SeenThing {
  name: string
  box: DOMRect
  element: Element
}

declare global {
  /** Every line of text and every control that a person sees. */
  function seenThings(): SeenThing[]
}

/** Gives the page what the two functions above ask it; before the page is opened. */
export async function prepareLayoutChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.seenThings = () => {
      const things: SeenThing[] = []
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        // The logos walk through a strip of their own; words for screen readers have a pixel.
        !element.closest('.strip, .sr-only, [inert]')
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement
        const text = node.textContent?.trim()
        if (!element || !text || element.matches('script, style, option, noscript *') || !isSeen(element))
          continue
        const range = document.createRange()
        range.selectNodeContents(node)
        for (const box of range.getClientRects())
          if (box.width > 1) things.push({ name: `"${text.slice(0, 40)}"`, box, element })
      }
      for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
        const box = element.getBoundingClientRect()
        if (box.width > 1 && isSeen(element))
          things.push({ name: element.outerHTML.slice(0, 90), box, element })
      }
      return things
    }
  })
}
