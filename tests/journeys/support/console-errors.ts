import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * What a journey provokes: answers with this HTTP status, requests without an answer (`network`), or errors whose text matches. Chromium
 * reports each of them in the console of the page.
 */
type Provoked = number | 'network' | RegExp

/** What the pages of one test have reported. */
class Reports {
  readonly #complaints: string[] = []
  readonly #provoked: Provoked[] = []

  /** Takes down errors of the console, uncaught errors and violations of the content security policy, from all pages of the context. */
  watch(context: BrowserContext): void {
    reportsOf.set(context, this)
    context.on('console', (message) => {
      if (message.type() === 'error') this.#complaints.push(`${message.text()} (${message.location().url})`)
    })
    context.on('weberror', (error) => this.#complaints.push(`uncaught: ${error.error().stack}`))
    // Chromium does not always report a violation in the console: not if the script catches the error of `eval`.
    context.addInitScript(reportViolations).catch(() => undefined)
  }

  allow(provoked: Provoked[]): void {
    this.#provoked.push(...provoked)
  }

  /** What no step of the test has provoked. */
  unexpected(): string[] {
    return [...new Set(this.#complaints)].filter(
      (complaint) => !this.#provoked.some((provoked) => matches(complaint, provoked)),
    )
  }
}

const reportsOf = new WeakMap<BrowserContext, Reports>()

/** Says what the test provokes from now on. Every other error in the console fails the test. */
export function provoke(where: Page | BrowserContext, ...provoked: Provoked[]): void {
  const context = 'context' in where ? where.context() : where
  reportsOf.get(context)?.allow(provoked)
}

/** Watches all contexts that the browser opens until `end`. @returns `end`, which returns what nobody has provoked */
export function watchContexts(browser: Browser): () => string[] {
  const reports = new Reports()
  const watch = (context: BrowserContext) => reports.watch(context)
  browser.on('context', watch)
  return () => {
    browser.off('context', watch)
    return reports.unexpected()
  }
}

function matches(complaint: string, provoked: Provoked): boolean {
  if (provoked instanceof RegExp) return provoked.test(complaint)
  const text = provoked === 'network' ? 'net::ERR_' : `the server responded with a status of ${provoked} `
  return complaint.startsWith(`Failed to load resource: ${text}`)
}

function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', (violation) => {
    const { violatedDirective, blockedURI, sourceFile, lineNumber } = violation
    reportError(new Error(`It violates ${violatedDirective}: ${blockedURI}, ${sourceFile}:${lineNumber}`))
  })
}
