import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../tests/support/servers/server-process.ts'
import { type ActionSource, type Browser, VIEWPORT } from './browser.ts'
import { getProgram } from './programs.mjs'
import { WindowedProcess } from './windowed-process.ts'

const START_MS = 30_000
/** The key of a reference to an element. @see https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK's own small browser, driven by the classic WebDriver. */
export class WebKitBrowser implements Browser {
  readonly name: string
  readonly #process: WindowedProcess
  readonly #session: string

  private constructor(process: WindowedProcess, session: string, version: string) {
    this.#process = process
    this.#session = session
    this.name = `WebKitGTK ${version}`
  }

  static async start(): Promise<WebKitBrowser> {
    const port = await freePort()
    const driver = new WindowedProcess(getProgram('webkit2gtk-driver'), () => [`--port=${port}`])
    try {
      const origin = `http://127.0.0.1:${port}`
      await waitUntilReady(origin, driver)
      const { sessionId, capabilities } = (await send('POST', `${origin}/session`, {
        capabilities: {},
      })) as { sessionId: string; capabilities: { browserVersion: string } }
      const browser = new WebKitBrowser(driver, `${origin}/session/${sessionId}`, capabilities.browserVersion)
      await browser.#fitWindow()
      return browser
    } catch (error) {
      await driver[Symbol.asyncDispose]()
      throw error
    }
  }

  async open(address: string): Promise<void> {
    await this.#post('/url', { url: address })
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#post('/execute/sync', { script: `return ${expression}`, args: [] })
  }

  async act(source: ActionSource): Promise<void> {
    await this.#post('/actions', { actions: [source] })
  }

  async chooseFiles(expression: string, paths: string[]): Promise<void> {
    const reference = (await this.evaluate(expression)) as { [ELEMENT]: string }
    await this.#post(`/element/${reference[ELEMENT]}/value`, { text: paths.join('\n') })
  }

  async takeScreenshot(): Promise<Buffer> {
    return Buffer.from((await send('GET', `${this.#session}/screenshot`)) as string, 'base64')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#process.isRunning) await send('DELETE', this.#session).catch(() => {})
    await this.#process[Symbol.asyncDispose]()
  }

  /** Makes the window so large that the page has the size of the viewport. */
  async #fitWindow(): Promise<void> {
    await this.#post('/window/rect', VIEWPORT)
    const inside = (await this.evaluate('[innerWidth, innerHeight]')) as [number, number]
    await this.#post('/window/rect', {
      width: 2 * VIEWPORT.width - inside[0],
      height: 2 * VIEWPORT.height - inside[1],
    })
  }

  #post(path: string, body: object): Promise<unknown> {
    return send('POST', this.#session + path, body)
  }
}

async function waitUntilReady(origin: string, driver: WindowedProcess): Promise<void> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && driver.isRunning; await pause(100)) {
    const answer = await fetch(`${origin}/status`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`WebKitWebDriver did not start. ${driver.output}`)
}

async function send(method: 'GET' | 'POST' | 'DELETE', address: string, body?: object): Promise<unknown> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: unknown }
  if (answer.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`WebKitWebDriver answered "${error}". ${message}`)
}
