import { signal } from '@preact/signals-react'
import { fileKind } from '#domain/file-types.ts'
import { ORIGINAL_SHOWN_PIXELS_MAX } from '#domain/limits.ts'
import type { Photo } from '#domain/photo.ts'

/** 64 × 64 pixels of one colour, made with `heif-enc -q 10` of libheif 1.15.1 and x265 3.5. */
const SAMPLE =
  'data:image/heic;base64,' +
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAA' +
  'AAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAGAAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAv2lwcnAA' +
  'AAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQCEAAQAoQgEBA3AAAAMAkA' +
  'AAAwAAAwAeoCCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAAAAAAAEAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZp' +
  'cG1hAAAAAAAAAAEAAQOBAoMAAAAgbWRhdAAAABQoAa8EGPx5OOv/9V6fdcnvykdDgA=='

/** Undefined until the browser has tried the sample. */
const isSupported = signal<boolean | undefined>(undefined)
let isTried = false

/**
 * True for a HEIC that this browser shows itself, as Safari does. It turns it as its derivatives are turned, because both take the turn of the
 * container, not that of EXIF. False until it is known; then what reads the signal is rendered again.
 */
export function showsHeic({ key, width, height }: Photo): boolean {
  if (fileKind(key) !== 'HEIC' || (width ?? 0) * (height ?? 0) > ORIGINAL_SHOWN_PIXELS_MAX) return false
  if (!isTried) {
    isTried = true
    void trySample()
  }
  return isSupported.value ?? false
}

async function trySample(): Promise<void> {
  const image = new Image()
  image.src = SAMPLE
  isSupported.value = await image.decode().then(
    () => true,
    () => false,
  )
}
