/** The size of a page, in points. */
export interface PageSize {
  width: number
  height: number
}

/** A place on a page, in fractions of its width and height from the upper left corner. */
export interface PageBox {
  left: number
  top: number
  width: number
  height: number
}

/** A piece of text that can be selected. */
export interface PageText extends PageBox {
  text: string
}

/** A link to another page of the report. */
export interface PageLink extends PageBox {
  /** Counted from 0. */
  page: number
}

export interface DrawnPage {
  /** Red, green, blue and alpha of each pixel. */
  pixels: Uint8ClampedArray<ArrayBuffer>
  width: number
  height: number
  texts: PageText[]
  links: PageLink[]
}

/** What the worker is asked for. It opens one file and then draws pages of it. */
export type PdfRequest =
  | { do: 'open'; program: ArrayBuffer; file: ArrayBuffer }
  /** `page` is counted from 0, `width` in pixels. */
  | { do: 'draw'; page: number; width: number }

/** The answer to a request; `failed` if the file or the page cannot be read. */
export type PdfAnswer =
  | { type: 'opened'; pages: PageSize[] }
  | { type: 'drawn'; drawn: DrawnPage }
  | { type: 'failed' }
