import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'
import { CHROMIUM_ARGS, findChromium } from '../../../tests/support/programs/chromium.mjs'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** A Chromium with this language, controlled by Lighthouse. */
export class Lighthouse implements AsyncDisposable {
  readonly #chromium: ChildProcess
  readonly #port: number

  private constructor(process: ChildProcess, port: number) {
    this.#chromium = process
    this.#port = port
  }

  /** @param folder the profile of the browser */
  static async start(folder: string, language: string): Promise<Lighthouse> {
    const profile = `--user-data-dir=${join(folder, `chromium-${language}`)}`
    const own = ['--headless=new', '--remote-debugging-port=0', `--accept-lang=${language}`, profile]
    const child = spawn(findChromium() ?? chromium.executablePath(), [...CHROMIUM_ARGS, ...own], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    for await (const line of createInterface({ input: child.stderr })) {
      const [, port] = /^DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(line) ?? []
      if (port) {
        child.stderr.resume()
        return new Lighthouse(child, Number(port))
      }
    }
    throw new Error('Chromium did not start')
  }

  /**
   * Measures the page with Lighthouse's mobile preset, which simulates a slow phone on a slow network.
   *
   * @returns undefined if the trace of the browser cannot be used, which happens on a very busy machine
   */
  async measure(url: string): Promise<Result | undefined> {
    const run = await lighthouse(url, {
      port: this.#port,
      logLevel: 'error',
      output: 'json',
      onlyCategories: [...CATEGORIES],
    })
    return run?.lhr.runtimeError ? undefined : run?.lhr
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#chromium.exitCode !== null) return
    this.#chromium.kill('SIGTERM')
    await once(this.#chromium, 'exit')
  }
}
