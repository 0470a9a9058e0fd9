import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type ActionSource, type Browser, VIEWPORT } from './browser.ts'
import { getProgram } from './programs.mjs'
import { WindowedProcess } from './windowed-process.ts'

const START_MS = 60_000

/** Firefox, driven by WebDriver BiDi, which it speaks itself. It has a window on a display in memory, because WebGL needs one. */
export class FirefoxBrowser implements Browser {
  readonly name: string
  readonly #process: WindowedProcess
  readonly #connection: BidiConnection
  readonly #context: string

  private constructor(
    process: WindowedProcess,
    connection: BidiConnection,
    version: string,
    context: string,
  ) {
    this.#process = process
    this.#connection = connection
    this.#context = context
    this.name = `Firefox ${version}`
  }

  static async start(): Promise<FirefoxBrowser> {
    const firefox = new WindowedProcess(getProgram('firefox-esr'), (folder) => [
      ...['--no-remote', '--profile', folder, '--remote-debugging-port', '0'],
    ])
    try {
      const connection = await BidiConnection.open(`${await readAddress(firefox)}/session`)
      const { capabilities } = (await connection.call('session.new', { capabilities: {} })) as {
        capabilities: { browserVersion: string }
      }
      const tree = await connection.call('browsingContext.getTree', {})
      const [{ context }] = tree.contexts as [{ context: string }]
      await connection.call('browsingContext.setViewport', { context, viewport: VIEWPORT })
      return new FirefoxBrowser(firefox, connection, capabilities.browserVersion, context)
    } catch (error) {
      await firefox[Symbol.asyncDispose]()
      throw error
    }
  }

  async open(address: string): Promise<void> {
    await this.#call('browsingContext.navigate', { url: address, wait: 'complete' })
  }

  async evaluate(expression: string): Promise<unknown> {
    // As a string of JSON, because BiDi has a notation of its own for every other value.
    const { value } = await this.#evaluate(`JSON.stringify(${expression})`)
    return value === undefined ? undefined : JSON.parse(value as string)
  }

  async act(source: ActionSource): Promise<void> {
    await this.#call('input.performActions', { actions: [source] })
  }

  async chooseFiles(expression: string, paths: string[]): Promise<void> {
    const { sharedId } = await this.#evaluate(expression)
    await this.#call('input.setFiles', { element: { sharedId }, files: paths })
  }

  async takeScreenshot(): Promise<Buffer> {
    const { data } = await this.#call('browsingContext.captureScreenshot', {})
    return Buffer.from(data as string, 'base64')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close()
    await this.#process[Symbol.asyncDispose]()
  }

  async #evaluate(expression: string): Promise<Result> {
    const target = { context: this.#context }
    const answer = await this.#connection.call('script.evaluate', { expression, target, awaitPromise: true })
    if (answer.type === 'success') return answer.result as Result
    throw new Error((answer.exceptionDetails as { text: string }).text)
  }

  #call(method: string, params: object): Promise<Result> {
    return this.#connection.call(method, { context: this.#context, ...params })
  }
}

/** The address at which Firefox speaks BiDi; it writes it when it listens. */
async function readAddress(firefox: WindowedProcess): Promise<string> {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline && firefox.isRunning; await pause(100)) {
    const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(firefox.output) ?? []
    if (address !== undefined) return address
  }
  throw new Error(`Firefox did not start. ${firefox.output}`)
}

type Result = Record<string, unknown>

interface Answer {
  id: number | null
  result?: Result
  error?: string
  message?: string
}

/** Commands and their answers over one web socket. @see https://www.w3.org/TR/webdriver-bidi/ */
class BidiConnection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, PromiseWithResolvers<Result>>()
  #lastId = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => this.#receive(JSON.parse(data as string)))
    socket.addEventListener('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('Firefox has ended.'))
    })
  }

  static async open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address)
    await once(socket, 'open')
    return new BidiConnection(socket)
  }

  /** @throws with the message of the browser if it refuses the command */
  call(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId
    const answer = Promise.withResolvers<Result>()
    this.#waiting.set(id, answer)
    this.#socket.send(JSON.stringify({ id, method, params }))
    return answer.promise
  }

  close(): void {
    this.#socket.close()
  }

  #receive({ id, result, error, message }: Answer): void {
    if (id === null) return
    const answer = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (result) answer?.resolve(result)
    else answer?.reject(new Error(`Firefox answered "${error}". ${message}`))
  }
}
