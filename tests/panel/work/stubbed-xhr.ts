import { vi } from 'vitest'

/** The part of XMLHttpRequest that uploads use. `onSend` answers in place of the server. */
export function stubXhr(onSend: (request: StubbedXhr) => void) {
  class Xhr extends StubbedXhr {
    override send() {
      onSend(this)
    }
  }
  vi.stubGlobal('XMLHttpRequest', Xhr)
}

abstract class StubbedXhr {
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload = () => {}
  onloadend = () => {}
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  abort() {
    this.onloadend()
  }
  abstract send(): void
  answer(status: number, text: string) {
    Object.assign(this, { status, responseText: text })
    // After a handler throws, a browser still sends the next event.
    try {
      this.onload()
    } catch {}
    this.onloadend()
  }
}
