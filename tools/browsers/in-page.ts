import type axe from 'axe-core'

/** Functions that run in the page: each is sent as text, so it uses only its arguments, `window` and what these functions put there. */

/** What a person looks for. A name or a text is complete, or a regular expression. */
export interface Target {
  /** The role for assistive technology. */
  role?: string
  /** The name for assistive technology, in most cases what is written on it. */
  name?: string | RegExp
  /** The text inside. Only the innermost elements with this text count. */
  text?: string | RegExp
  css?: string
  within?: Target
}

/** A target as JSON can have it. */
interface SentTarget {
  role: string | undefined
  name: SentWords | undefined
  text: SentWords | undefined
  css: string
  within: SentTarget | undefined
}

type SentWords = { exact: string } | { source: string; flags: string }

/** Where an element is, and what a click at its middle would hit. */
export interface Look {
  /** How many elements were found. The rest is about the first one. */
  count: number
  x: number
  y: number
  width: number
  height: number
  /** The element that lies over the middle; absent if a click reaches the target. */
  coveredBy?: string
}

/** What the types of axe leave out. */
interface Commons {
  aria: { getRole(element: Element): string | null }
  dom: { isVisibleToScreenReaders(element: Element): boolean }
  text: { accessibleText(element: Element): string }
}

declare global {
  interface Window {
    axe: typeof axe
    walk: {
      find(target: SentTarget): HTMLElement[]
      problems: string[]
    }
  }
}

/** Prepares the page for the other functions, once for each document; `axe` is there already. */
export function prepare(): void {
  const problems: string[] = []
  window.walk = { find, problems }
  addEventListener('error', ({ message }) => problems.push(message))
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)))
  addEventListener('securitypolicyviolation', (event) =>
    problems.push(`${event.violatedDirective} forbids ${event.blockedURI}`),
  )
  const { error } = console
  console.error = (...values) => {
    problems.push(values.join(' '))
    error(...values)
  }

  function find(target: SentTarget): HTMLElement[] {
    window.axe.setup(document.documentElement)
    try {
      return findWithin(target)
    } finally {
      window.axe.teardown()
    }
  }

  function findWithin({ role, name, text, css, within }: SentTarget): HTMLElement[] {
    const roots = within ? findWithin(within) : [document.documentElement]
    const { aria, dom, text: words } = window.axe.commons as unknown as Commons
    const found = roots
      .flatMap((root) => [...root.querySelectorAll<HTMLElement>(css)])
      .filter((element) => role === undefined || aria.getRole(element) === role)
      .filter((element) => dom.isVisibleToScreenReaders(element))
      .filter((element) => fits(name, () => words.accessibleText(element)))
      .filter((element) => fits(text, () => (element.textContent ?? '').replace(/\s+/g, ' ').trim()))
    return text === undefined
      ? found
      : found.filter((element) => !found.some((other) => other !== element && element.contains(other)))
  }

  function fits(wanted: SentWords | undefined, read: () => string): boolean {
    if (wanted === undefined) return true
    return 'exact' in wanted ? read() === wanted.exact : new RegExp(wanted.source, wanted.flags).test(read())
  }
}

/** Brings the element into the window and looks where it is. */
export function look(target: SentTarget): Look {
  const found = window.walk.find(target)
  const [element] = found
  if (!element) return { count: 0, x: 0, y: 0, width: 0, height: 0 }
  const isInWindow = (box: DOMRect) =>
    box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth
  if (!isInWindow(element.getBoundingClientRect()))
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
  // A link in a text can have a box for each line.
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
  const { x, y, width, height } = box
  const hit = document.elementFromPoint(x + width / 2, y + height / 2)
  const labels: HTMLElement[] =
    'labels' in element ? [...(element.labels as NodeListOf<HTMLLabelElement>)] : []
  const isReached = [element, ...labels].some((part) => part.contains(hit))
  const coveredBy = hit?.outerHTML.slice(0, 120) ?? 'nothing: it is outside of the window'
  return { count: found.length, x, y, width, height, ...(!isReached && { coveredBy }) }
}

/** Sends a target into the page. */
export function sent({ role, name, text, css = '*', within }: Target): SentTarget {
  return { role, name: sentWords(name), text: sentWords(text), css, within: within && sent(within) }
}

function sentWords(words: string | RegExp | undefined): SentWords | undefined {
  if (words === undefined) return undefined
  if (typeof words === 'string') return { exact: words }
  return { source: words.source, flags: words.flags }
}
