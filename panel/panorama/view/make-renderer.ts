import { LinearSRGBColorSpace, WebGLRenderer } from 'three'

/** The browser has no WebGL, or cannot create another WebGL context. */
class NoWebGLError extends Error {
  constructor() {
    super('No WebGL')
    this.name = 'NoWebGLError'
  }
}

/** @throws NoWebGLError */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  // Without a given context, three would log an error if there is no WebGL.
  const context = canvas.getContext('webgl2', { alpha: true, depth: true, stencil: false, antialias: false })
  if (!context) throw new NoWebGLError()
  const renderer = new WebGLRenderer({ canvas, context, alpha: true })
  // The colours are sRGB already, so three must not convert them.
  renderer.outputColorSpace = LinearSRGBColorSpace
  return renderer
}
