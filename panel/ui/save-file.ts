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

/** Lets the browser download an address that takes the cookie of the session, under the name in its answer. The page stays. */
export function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
