/** Why a picture is not shown: the server did not send it, or it cannot be decoded. */
export class PictureError extends Error {
  readonly reason: 'not loaded' | 'broken'
  /** True if another request would fail too. */
  readonly isFinal: boolean
  /** How long the server asks to wait before the next request, in milliseconds. */
  readonly waitMs: number | undefined
  /** The status of the answer; 0 if there was none, or the picture is broken. */
  readonly status: number

  constructor(reason: 'not loaded' | 'broken', status = 0, waitMs?: number) {
    super(`The picture is ${reason}`)
    this.name = 'PictureError'
    this.reason = reason
    this.isFinal = reason === 'broken' || (status >= 400 && status < 500 && !PASSING.has(status))
    this.waitMs = waitMs
    this.status = status
  }
}

/**
 * Refusals that end: the session has ended and begins again, the network wants a sign-in of its own, there were too many requests, or the
 * request took too long.
 */
const PASSING = new Set([401, 403, 407, 408, 429])
/** Colours as they are in the file. */
const OPTIONS: ImageBitmapOptions = { colorSpaceConversion: 'none', premultiplyAlpha: 'none' }

interface LoadOptions {
  /** A longer side is reduced to this number of pixels. */
  longest?: number
  /** What the browser sends first. */
  priority?: RequestPriority
}

/**
 * Loads a picture with its colours as they are in the file.
 *
 * @throws PictureError if it does not exist or is damaged
 * @throws DOMException `AbortError` if `signal` aborts
 */
export async function loadBitmap(
  url: string,
  signal: AbortSignal,
  { longest = Number.POSITIVE_INFINITY, priority = 'high' }: LoadOptions = {},
): Promise<ImageBitmap> {
  const blob = await loadBlob(url, { signal, priority })
  const bitmap = await decode(blob, longest)
  if (!signal.aborted) return bitmap
  bitmap.close()
  throw signal.reason
}

async function decode(blob: Blob, longest: number): Promise<ImageBitmap> {
  try {
    const bitmap = await createImageBitmap(blob, OPTIONS)
    const share = longest / Math.max(bitmap.width, bitmap.height)
    if (share >= 1) return bitmap
    const resizeWidth = Math.floor(bitmap.width * share)
    bitmap.close()
    return await createImageBitmap(blob, { ...OPTIONS, resizeWidth, resizeQuality: 'high' })
  } catch {
    throw new PictureError('broken')
  }
}

async function loadBlob(url: string, request: RequestInit & { signal: AbortSignal }): Promise<Blob> {
  let status = 0
  let waitMs: number | undefined
  try {
    const answer = await fetch(url, request)
    // A proxy answers 200 with a page of its own, too.
    if (answer.ok && isPicture(answer)) return await answer.blob()
    status = answer.status
    const seconds = answer.headers.get('Retry-After') ?? ''
    if (/^\d{1,9}$/.test(seconds)) waitMs = Number(seconds) * 1000
  } catch {
    request.signal.throwIfAborted()
  }
  throw new PictureError('not loaded', status, waitMs)
}

function isPicture({ headers }: Response): boolean {
  return headers.get('Content-Type')?.startsWith('image/') ?? false
}
