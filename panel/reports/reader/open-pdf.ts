import type { DrawnPage, PageSize, PdfAnswer, PdfRequest } from './pdf-messages.ts'

/** A file or a page that takes longer is given up, in milliseconds: a PDF of a stranger may be made to take forever. */
const ANSWER_MS = 60_000

/** The file is no PDF, is damaged, needs a password, or takes too long. */
class PdfError extends Error {}

/** A PDF that is open in a worker, which draws one page after the other. */
export class OpenPdf {
  readonly pages: readonly PageSize[]
  readonly #worker: Worker
  /** Resolves when the worker has nothing more to do. */
  #free: Promise<unknown> = Promise.resolve()
  #isEnded = false

  private constructor(worker: Worker, pages: readonly PageSize[]) {
    this.#worker = worker
    this.pages = pages
  }

  /**
   * @param program PDFium as WebAssembly
   * @throws PdfError
   */
  static async open(program: ArrayBuffer, file: ArrayBuffer): Promise<OpenPdf> {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' })
    try {
      const answer = await ask(worker, { do: 'open', program, file }, [program, file])
      if (answer.type === 'opened' && answer.pages.length > 0) return new OpenPdf(worker, answer.pages)
      throw new PdfError('The file cannot be read.')
    } catch (error) {
      worker.terminate()
      throw error
    }
  }

  /**
   * Draws a page when those before it are done.
   *
   * @param page counted from 0
   * @param width in pixels
   * @param signal a page that is not wanted any more is not drawn
   * @throws PdfError
   */
  draw(page: number, width: number, signal: AbortSignal): Promise<DrawnPage> {
    const drawing = this.#free.then(async () => {
      signal.throwIfAborted()
      if (this.#isEnded) throw new PdfError('The worker has ended.')
      const answer = await ask(this.#worker, { do: 'draw', page, width }).catch((error: unknown) => {
        this.close()
        throw error
      })
      if (answer.type !== 'drawn') throw new PdfError('The page cannot be drawn.')
      return answer.drawn
    })
    this.#free = drawing.catch(() => undefined)
    return drawing
  }

  /** Ends the worker, and with it everything that the file has done. */
  close(): void {
    this.#isEnded = true
    this.#worker.terminate()
  }
}

/** Sends a request and waits for its answer. The worker has one request at a time. */
function ask(worker: Worker, request: PdfRequest, transfer: Transferable[] = []): Promise<PdfAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PdfError('The file takes too long.')), ANSWER_MS)
    worker.onmessage = ({ data }: MessageEvent<PdfAnswer>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = () => {
      clearTimeout(timer)
      reject(new PdfError('The worker has failed.'))
    }
    worker.postMessage(request, { transfer })
  })
}
