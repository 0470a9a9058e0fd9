import { normalizeText } from '#domain/text/clean-text.ts'

/** The replacement for characters missing in the font. */
const MISSING = '◊'

/** Readable substitutes for characters missing in the report font. */
const SUBSTITUTES: Record<string, string> = {
  '₺': 'TL',
  '₽': 'RUB',
  '✓': '√',
  '✔': '√',
  '☑': '√',
  '✗': '×',
  '✘': '×',
  '■': '●',
  '▪': '•',
  '□': '○',
  // Hyphens of word processors.
  '\u2010': '-',
  '\u2011': '-',
  '∼': '~',
  '∕': '/',
  '⌀': 'Ø',
  '∅': 'Ø',
  '⇒': '→',
  Σ: '∑',
  Δ: '∆',
  α: 'alpha',
  β: 'beta',
  γ: 'gamma',
  ε: 'epsilon',
  θ: 'theta',
  ρ: 'rho',
  σ: 'sigma',
  φ: 'phi',
  Φ: 'Phi',
  μ: 'µ',
  '\t': ' ',
}

const graphemes = new Intl.Segmenter('tr', { granularity: 'grapheme' })

/**
 * The text in characters of the font. PDF programs show an empty box or nothing for others, so they get a substitute: a similar sign, the
 * letter without marks, or a lozenge. Line breaks stay.
 */
export function printableText(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const isPrintable = (part: string) =>
    part !== '' && [...part].every((character) => hasGlyph(character.codePointAt(0) ?? 0))
  // A text without unusual characters skips the slow segmentation.
  const normal = normalizeText(text).replaceAll(/\r\n?/g, '\n')
  if (normal.split('\n').every((line) => line === '' || isPrintable(line))) return normal
  return Array.from(graphemes.segment(normal), ({ segment }) => {
    if (segment === '\n' || isPrintable(segment)) return segment
    // A sign may be followed by a variation selector without a glyph.
    const sign = segment.replaceAll(/[\u200d\ufe0e\ufe0f]/g, '')
    const plain = normalizeText(sign, 'NFKD').replaceAll(/\p{M}/gu, '')
    return SUBSTITUTES[sign] ?? [sign, plain].find(isPrintable) ?? MISSING
  }).join('')
}
