import { LinearSRGBColorSpace, WebGLRenderer } from 'three'

/** The browser has no WebGL, or gives no more of it. */
class NoWebGLError extends Error {
  constructor() {
    super('No WebGL')
    this.name = 'NoWebGLError'
  }
}

/** @throws NoWebGLError */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // three writes to the console if there is none.
  const context = canvas.getContext('webgl2', { alpha: true, depth: true, stencil: false, antialias: false })
  if (!context) throw new NoWebGLError()
  const renderer = new WebGLRenderer({ canvas, context, alpha: true })
  // The colours are bytes of the screen already.
  renderer.outputColorSpace = LinearSRGBColorSpace
  return renderer
}
