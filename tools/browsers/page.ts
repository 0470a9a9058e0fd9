import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { ActionSource, Browser, PointerAction } from './browser.ts'
import { type Look, look, prepare, sent, type Target } from './in-page.ts'

/** How long a state may let itself be waited for, in milliseconds. */
const WAIT_MS = 30_000
const BETWEEN_LOOKS_MS = 100

/** @see https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEYS: Record<string, string> = { Enter: '\uE007', Escape: '\uE00C' }

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The page as a person uses it, with a mouse and a keyboard, in any browser. */
export class Page {
  readonly #browser: Browser
  readonly #origin: string
  readonly #stop: AbortSignal

  /** @param stop ends every wait */
  constructor(browser: Browser, origin: string, stop: AbortSignal) {
    this.#browser = browser
    this.#origin = origin
    this.#stop = stop
  }

  async open(path: string): Promise<void> {
    await this.#browser.open(this.#origin + path)
  }

  /** Clicks the only element of this kind in its middle, as soon as it stands still and nothing covers it. */
  async click(target: Target): Promise<void> {
    const { x, y, width, height } = await this.#waitForPlace(target)
    await this.#point(moveTo(x + width / 2, y + height / 2), DOWN, UP)
  }

  /** Drags from one place of the element to another. The places are fractions of its width and height. */
  async drag(target: Target, from: [number, number], to: [number, number]): Promise<void> {
    const box = await this.#waitForPlace(target, true)
    const at = ([x, y]: [number, number], duration?: number) =>
      moveTo(box.x + x * box.width, box.y + y * box.height, duration)
    await this.#point(at(from), DOWN, at(to, 300), UP)
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.#press(...text)
  }

  /** Presses a key that writes nothing. */
  async press(name: 'Enter' | 'Escape'): Promise<void> {
    await this.#press(KEYS[name] as string)
  }

  /** Chooses files in a file field. */
  async chooseFiles(target: Target, paths: string[]): Promise<void> {
    await this.waitFor(target)
    await this.#browser.chooseFiles(`window.walk.find(${JSON.stringify(sent(target))})[0]`, paths)
  }

  /** Waits until there is such an element. */
  async waitFor(target: Target): Promise<void> {
    await this.#waitUntil(`to see ${describe(target)}`, async () => (await this.count(target)) > 0)
  }

  /** Waits until there is no such element. */
  async waitUntilGone(target: Target): Promise<void> {
    await this.#waitUntil(`that ${describe(target)} goes`, async () => (await this.count(target)) === 0)
  }

  /** Waits until the path and the parameters of the address are these. */
  async waitForAddress(wanted: string | RegExp): Promise<void> {
    await this.#waitUntil(`for the address ${wanted}`, async () => {
      const address = (await this.evaluate(() => location.pathname + location.search)) as string
      return typeof wanted === 'string' ? address === wanted : wanted.test(address)
    })
  }

  /** Waits until the element has the focus. */
  async waitForFocus(target: Target): Promise<void> {
    await this.#waitUntil(`for the focus of ${describe(target)}`, () =>
      this.evaluate((wanted) => window.walk.find(wanted)[0] === document.activeElement, sent(target)),
    )
  }

  /** Waits until the field has this value. */
  async waitForValue(target: Target, value: string): Promise<void> {
    await this.#waitUntil(`for "${value}" in ${describe(target)}`, async () => {
      const read = (wanted: ReturnType<typeof sent>) =>
        (window.walk.find(wanted)[0] as HTMLInputElement | undefined)?.value
      return (await this.evaluate(read, sent(target))) === value
    })
  }

  async count(target: Target): Promise<number> {
    return (await this.evaluate((wanted) => window.walk.find(wanted).length, sent(target))) as number
  }

  /** Runs the function in the page. It uses only its arguments and what `in-page.ts` puts there. */
  async evaluate<Args extends unknown[], Value>(
    run: (...args: Args) => Value,
    ...args: Args
  ): Promise<Value> {
    const isReady = await this.#browser.evaluate("'walk' in window")
    if (!isReady) {
      await this.#browser.evaluate(`(() => {${AXE}\n})()`)
      await this.#browser.evaluate(`(${prepare})()`)
    }
    return (await this.#browser.evaluate(`(${run})(...${JSON.stringify(args)})`)) as Value
  }

  /** What has failed in the page and was not asked for yet: errors, refused rules of the policy. */
  async takeProblems(): Promise<string[]> {
    return this.evaluate(() => window.walk.problems.splice(0))
  }

  async #press(...values: string[]): Promise<void> {
    const actions = values.flatMap((value) =>
      (['keyDown', 'keyUp'] as const).map((type) => ({ type, value })),
    )
    await this.#browser.act({ type: 'key', id: 'keyboard', actions })
  }

  async #point(...actions: PointerAction[]): Promise<void> {
    const source: ActionSource = { type: 'pointer', id: 'mouse', actions }
    await this.#browser.act(source)
  }

  /** Waits until the only element of this kind stands still. @param mayBeCovered true if other elements may lie over it */
  async #waitForPlace(target: Target, mayBeCovered = false): Promise<Look> {
    let before: Look | undefined
    let now: Look | undefined
    const isStill = async () => {
      before = now
      now = await this.evaluate(look, sent(target))
      return (
        now.count === 1 &&
        now.width > 0 &&
        (mayBeCovered || now.coveredBy === undefined) &&
        JSON.stringify(now) === JSON.stringify(before)
      )
    }
    const why = () => {
      if (!now?.count) return 'It is not there.'
      if (now.count > 1) return `There are ${now.count} of them.`
      return now.coveredBy ? `It is covered by ${now.coveredBy}.` : 'It does not stand still.'
    }
    await this.#waitUntil(`to point at ${describe(target)}`, isStill, why)
    if (!now) throw new Error('No page is open.')
    return now
  }

  async #waitUntil(what: string, isTrue: () => Promise<boolean>, why = () => ''): Promise<void> {
    let failure = ''
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await pause(BETWEEN_LOOKS_MS)) {
      this.#stop.throwIfAborted()
      try {
        if (await isTrue()) return
        failure = why()
      } catch (error) {
        // While another page is loaded, there is none to look at.
        failure = String(error)
      }
    }
    const address = await this.#browser.evaluate('location.href')
    throw new Error(`Timeout: waited ${what} at ${address}. ${failure}`.trim())
  }
}

const DOWN: PointerAction = { type: 'pointerDown', button: 0 }
const UP: PointerAction = { type: 'pointerUp', button: 0 }

function moveTo(x: number, y: number, duration = 0): PointerAction {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration }
}

function describe({ within, ...own }: Target): string {
  const words = Object.values(own).map(String).join(' ')
  return within ? `${words} in ${describe(within)}` : words
}
