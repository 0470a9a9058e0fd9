/** The outline of a blade as an SVG path: round root at the left, widest at a fifth, thin tip. */
export const BLADE_OUTLINE =
  'M0 19C30 19 50 14 84 7.5 118 1.5 160 2 210 6L560 24.5C585 26 600 29 600 31 600 33 590 34 570 34.2L110 40C70 40.5 40 37 0 37Z'
/** The size of the outline from root to tip, in the units of its path. */
export const BLADE_LENGTH = 600
export const BLADE_WIDTH = 42
