import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface Place {
  x: number
  y: number
}

/** Steps of a movement of the pointer, each a frame of this many milliseconds. */
const MOVE = { steps: 8, ms: 50 }
const FRAMES_PER_SECOND = 20
/** Of VP9: 0 is the best, 63 the worst. The text of the panel stays readable up to here. */
const QUALITY = '38'
const POINTER = `<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 24 24">
<path d="M5 2.5v16.2l4.3-3.9 2.6 6.3 3-1.2-2.6-6.2h5.9z" fill="#fff" stroke="#111" stroke-width="1.4" stroke-linejoin="round"/></svg>`
/** The tip of the pointer in its picture, in pixels. */
const TIP = { x: 6, y: 3 }

/**
 * A silent film of a page, made of screenshots with a pointer drawn into them. It needs ffmpeg on the PATH, as Debian's package `ffmpeg`
 * has it.
 */
export class Film {
  readonly #page: Page
  readonly #folder: string
  readonly #lines: string[] = []
  #at: Place = { x: 900, y: 640 }
  #poster: Buffer | undefined

  private constructor(page: Page, folder: string) {
    this.#page = page
    this.#folder = folder
  }

  /** Records what `act` does, and writes the film and its poster. */
  static async record(
    page: Page,
    files: { film: string; poster: string },
    act: (film: Film) => Promise<void>,
  ) {
    const folder = await mkdtemp(join(tmpdir(), 'kanat-film-'))
    try {
      const film = new Film(page, folder)
      await act(film)
      await film.#encode(files)
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  /** Shows the page as it is now for this many milliseconds. */
  async show(ms: number, use?: 'poster'): Promise<void> {
    const pixels = await this.#page.screenshot({
      scale: 'css',
      animations: 'disabled',
      caret: 'initial',
      style: '[data-chat-button] { display: none !important }',
    })
    if (use === 'poster') this.#poster = pixels
    const name = `${String(this.#lines.length).padStart(4, '0')}.png`
    await sharp(pixels)
      .composite([
        {
          input: Buffer.from(POINTER),
          left: Math.round(this.#at.x - TIP.x),
          top: Math.round(this.#at.y - TIP.y),
        },
      ])
      .png({ compressionLevel: 1 })
      .toFile(join(this.#folder, name))
    this.#lines.push(`file '${name}'\nduration ${ms / 1000}`)
  }

  /** Moves the pointer there, as a hand does. */
  async moveTo({ x, y }: Place): Promise<void> {
    const from = this.#at
    for (let step = 1; step <= MOVE.steps; step++) {
      const share = (1 - Math.cos((Math.PI * step) / MOVE.steps)) / 2
      await this.jumpTo({ x: from.x + share * (x - from.x), y: from.y + share * (y - from.y) })
      await this.show(MOVE.ms)
    }
  }

  async jumpTo(place: Place): Promise<void> {
    this.#at = place
    await this.#page.mouse.move(place.x, place.y)
  }

  async #encode({ film, poster }: { film: string; poster: string }): Promise<void> {
    const list = join(this.#folder, 'frames.txt')
    // The last picture stands twice, because the format ignores its duration otherwise.
    const last = this.#lines.at(-1)?.split('\n')[0]
    await writeFile(list, `${[...this.#lines, last].join('\n')}\n`)
    const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-i', list, '-an']
    const codec = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', QUALITY, '-g', '400', '-row-mt', '1']
    const format = ['-vf', `fps=${FRAMES_PER_SECOND}`, '-pix_fmt', 'yuv420p']
    try {
      await promisify(execFile)('ffmpeg', [...input, ...format, ...codec, film])
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw new Error('The film needs ffmpeg on the PATH. On Debian: apt-get install -y ffmpeg')
    }
    await sharp(this.#poster).avif({ quality: 58, chromaSubsampling: '4:4:4' }).toFile(poster)
    console.log(`${film}: ${Math.round((await stat(film)).size / 1024)} KiB`)
  }
}
