import { pixelsOf } from '#panel/ui/root-font.ts'

/** The height of a card below its photo, in CSS pixels, if each of its texts has one line. */
export const CARD_TEXT_PX = pixelsOf(11.375)

/** The measures of the card grid, for the cards and for their skeletons. A card has a photo of 16:9 at its top. */
export const CARD_GRID = {
  minWidth: 300,
  gap: 20,
  height: (width: number) => (width * 9) / 16 + CARD_TEXT_PX,
}
