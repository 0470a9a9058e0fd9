/** The font size that the browser gives the page, in CSS pixels: 16, or what its user has chosen for larger type. */
const ROOT_FONT_PX = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16

/** A length in rem in CSS pixels, for what a script must place. It grows with the type as lengths in the style sheet do. */
export function pixelsOf(rem: number): number {
  return rem * ROOT_FONT_PX
}
