const BLADE = 'M-1.1-2.6-.5-16.6c.03-.6.66-.62.78-.05C1.2-12.6 3.5-8.2 3.1-4.3 2.9-2.6 1.2-2.3-1.1-2.6Z'

/** Three blades and a hub around the origin, about 17 units long, in the current colour; inside an `<svg>`. */
export function Rotor({ degrees = 0 }: { degrees?: number }) {
  return (
    <g>
      {[0, 120, 240].map((third) => (
        <path key={third} transform={`rotate(${degrees + third})`} d={BLADE} />
      ))}
      <circle r="1.7" />
    </g>
  )
}
