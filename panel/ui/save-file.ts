/** How long the object URL of a file stays valid, so that the browser can save it, in milliseconds. */
const DOWNLOAD_MS = 60_000

/** Lets the browser save a file. The API accepts only a token in a header, so a plain link to it does not work. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_MS)
}

/** Excel reads a file as UTF-8 only with this mark at its beginning. A text read from an answer has lost it. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Lets the browser save a table. */
export function saveCsv(text: string, name: string) {
  saveFile(new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' }), name)
}

/** Lets the browser download an address that takes the cookie of the session, under the name in its answer. The page stays. */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
