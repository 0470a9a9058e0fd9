import { expect, type Page } from '@playwright/test'

/** The tolerance for rounding, in pixels. */
const TOLERANCE = 1

/** Finds elements that are outside of the window to the left or right, or cut off by `overflow: hidden`. */
export async function findCutOff(page: Page): Promise<string[]> {
  return page.evaluate((tolerance) => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${width} px`)
    for (const { name, box, element } of visibleItems()) {
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

/**
 * Finds panes that are wider than the place that their grid or row gives them, and so lie over their neighbours. Controls may reach over
 * the edge of their row, and what scrolls may be as wide as it likes.
 */
export async function findWidePanes(page: Page): Promise<string[]> {
  return page.evaluate((tolerance) => {
    const found: string[] = []
    for (const parent of document.body.querySelectorAll<HTMLElement>('*')) {
      const { display, overflowX } = getComputedStyle(parent)
      if (!/^(grid|flex)$/.test(display) || /auto|scroll/.test(overflowX)) continue
      const place = parent.getBoundingClientRect()
      for (const pane of parent.children) {
        const { position, translate, transform } = getComputedStyle(pane)
        const isMoved = translate !== 'none' || transform !== 'none'
        const box = pane.getBoundingClientRect()
        if (/absolute|fixed/.test(position) || isMoved || box.width < 200 || box.height < 100) continue
        if (box.left < place.left - tolerance || box.right > place.right + tolerance)
          found.push(
            `${pane.tagName} ${pane.className}: from ${box.left} to ${box.right}, its place from ${place.left} to ${place.right}`,
          )
      }
    }
    return found
  }, TOLERANCE)
}

/** Finds texts and controls that overlap the chat button at the current scroll position or within the next `further` pixels. */
export async function findUnderChatButton(page: Page, further = 0): Promise<string[]> {
  return page.evaluate((distance) => {
    const button = document.querySelector('[data-chat-button]')
    if (!button) throw new Error('There is no chat button.')
    const corner = button.getBoundingClientRect()
    const isUnder = ({ left, right, top, bottom }: DOMRect) =>
      left < corner.right && right > corner.left && top - distance < corner.bottom && bottom > corner.top
    return visibleItems()
      .filter(({ element, box }) => !button.contains(element) && isUnder(box))
      .map(({ name }) => name)
  }, further)
}

/** Waits until nothing lies under the chat button at the end of the page, or anywhere on it. */
export async function expectClearCorner(page: Page, isAlwaysClear: boolean): Promise<void> {
  const foundUnder = async () => {
    const end = await page.evaluate((isFromTop) => {
      const end = document.documentElement.scrollHeight - innerHeight
      scrollTo({ top: isFromTop ? 0 : end, behavior: 'instant' })
      return end
    }, isAlwaysClear)
    return findUnderChatButton(page, isAlwaysClear ? end : 0)
  }
  await expect.poll(foundUnder, page.url()).toEqual([])
}

/** Waits for the second frame after the change, because components that compute their own layout change it in the first frame. */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
}

interface VisibleItem {
  name: string
  box: DOMRect
  element: Element
}

declare global {
  /** Every visible line of text and every visible control. */
  function visibleItems(): VisibleItem[]
}

/** Adds the functions for the two checks above to the page. Call it before the page is opened. */
export async function prepareLayoutChecks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.visibleItems = () => {
      const things: VisibleItem[] = []
      const isSeen = (element: Element) =>
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        // The strip of logos moves and is cut off on purpose, as a row is that scrolls and has a shade there, and code and tables that the
        // keyboard scrolls; texts for screen readers are one pixel large.
        !element.closest('.strip, .scroll-edges, pre, .docs-table, .sr-only, [inert]')
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
