/** A new canvas with what `canvas` shows, in its pixels. @param background a CSS colour, for what is transparent */
export function copyCanvas(canvas: HTMLCanvasElement, background: string): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  const context = copy.getContext('2d')
  if (!context) return copy
  context.fillStyle = background
  context.fillRect(0, 0, copy.width, copy.height)
  context.drawImage(canvas, 0, 0)
  return copy
}
