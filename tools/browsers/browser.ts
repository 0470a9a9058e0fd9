/** The part of the window that shows the page, in CSS pixels. */
export const VIEWPORT = { width: 1440, height: 900 }

/** One browser with one window, driven by WebDriver. Disposing it ends its processes. */
export interface Browser extends AsyncDisposable {
  /** Its name and its version. */
  readonly name: string
  /** Resolves once the page is loaded. */
  open(address: string): Promise<void>
  /** Runs the expression in the page. @returns its value, which must be one of JSON */
  evaluate(expression: string): Promise<unknown>
  /** Lets a mouse or a keyboard do this, as the browser's own window system would. */
  act(source: ActionSource): Promise<void>
  /** Chooses these files in the file field that the expression returns. */
  chooseFiles(expression: string, paths: string[]): Promise<void>
  /** @returns a PNG */
  takeScreenshot(): Promise<Buffer>
}

/** @see https://www.w3.org/TR/webdriver2/#processing-actions */
export type ActionSource =
  | { type: 'pointer'; id: 'mouse'; actions: PointerAction[] }
  | { type: 'key'; id: 'keyboard'; actions: KeyAction[] }

export type PointerAction =
  | { type: 'pointerMove'; x: number; y: number; duration?: number }
  | { type: 'pointerDown' | 'pointerUp'; button: 0 }

type KeyAction = { type: 'keyDown' | 'keyUp'; value: string }
