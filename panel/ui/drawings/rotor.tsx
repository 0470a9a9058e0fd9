/** The outline of the blade in the wordmark, as an SVG path. */
const MARK = 'M-1.1-2.6-.5-16.6c.03-.6.66-.62.78-.05C1.2-12.6 3.5-8.2 3.1-4.3 2.9-2.6 1.2-2.3-1.1-2.6Z'

/** A slender blade with a round root for the large rotor, as an SVG path. */
const SLENDER =
  'M-.38-.9-.46-2.6C-.62-4.6-.2-13-.06-16.8c.02-.3.16-.3.2 0C.4-13.6 1.12-6.6 1.02-4.2.96-3 .4-2.4.38-.9Z'

interface RotorProps {
  degrees?: number
  slender?: boolean
}

/** Three blades and a hub around the origin, about 17 units long, in the current colour; inside an `<svg>`. */
export function Rotor({ degrees = 0, slender = false }: RotorProps) {
  return (
    <g>
      {[0, 120, 240].map((third) => (
        <path key={third} transform={`rotate(${degrees + third})`} d={slender ? SLENDER : MARK} />
      ))}
      <circle r={slender ? 1 : 1.7} />
    </g>
  )
}
