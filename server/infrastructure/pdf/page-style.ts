/** A4 in points, and its margins. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, bottom: 66 }
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin
/** The height of a page without margins and footer. */
export const TEXT_HEIGHT = PAGE.height - PAGE.margin - PAGE.bottom

/** Width divided by height of the enlarged parts of photos. */
export const CROP_RATIO = 4 / 3

/** The colours of the light theme in `site/styles/tokens.css`; a PDF has no oklch. */
export const COLOURS = {
  ink: '#142224',
  soft: '#465659',
  faint: '#5d6c6f',
  action: '#005b63',
  actionSoft: '#e0f3f4',
  sunken: '#f0f4f5',
  hairline: '#d8e0e0',
  outline: '#798a8c',
  overdue: '#ac0024',
  solved: '#236e44',
  white: '#ffffff',
}
