import type { RawAnswer, Transport } from '#panel/api/send-request.ts'

/**
 * Sends a body by XMLHttpRequest, because `fetch` does not report the progress of an upload.
 *
 * @param onProgress called with the sent and all bytes of the body
 */
export function sendByXhr(
  method: string,
  body: XMLHttpRequestBodyInit | null,
  onProgress: (sent: number, total: number) => void,
): Transport {
  return (url, headers, signal) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      for (const [name, value] of headers) request.setRequestHeader(name, value)

      const abort = () => request.abort()
      signal.addEventListener('abort', abort)
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total)
      request.onload = () =>
        resolve({
          status: request.status,
          text: request.responseText,
          header: (name) => request.getResponseHeader(name),
        })
      request.onloadend = () => {
        signal.removeEventListener('abort', abort)
        // After `load` the promise is settled and this has no effect; after an error or an abort there is no answer.
        reject(new Error('No answer arrived.'))
      }

      request.send(body)
      if (signal.aborted) abort()
    })
}
