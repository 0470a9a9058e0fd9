/** The supported encodings, best first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/**
 * The client's preferred encoding among `available`, by default the best; undefined if the answer must not be compressed.
 *
 * @param header the `Accept-Encoding` header
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function acceptedEncoding(
  header: string | undefined,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | undefined {
  if (!header) return undefined
  const qualities = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    qualities.set(name, quality === undefined ? 1 : Number(quality.slice(2)) || 0)
  }
  let best: Encoding | undefined
  let highest = qualities.get('identity') ?? 0
  for (const name of ENCODINGS) {
    const quality = qualities.get(name) ?? qualities.get('*') ?? 0
    const isBetter = quality > highest || (quality === highest && best === undefined)
    if (!available.includes(name) || quality === 0 || !isBetter) continue
    best = name
    highest = quality
  }
  return best
}
