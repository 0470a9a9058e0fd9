const BLADE =
  'M2 13C6 7 14 6 22 5.5 48 3.8 92 8.5 118 11.4c1.2.2 1.2 1 0 1.1C92 14.4 60 18.6 34 20 20 20.6 8 19.6 2 15Z'

/** A drawing of a blade from root to tip. For rooms 1 to 9, the third of the blade with the room is filled. */
export function BladeGlyph({ room }: { room: string }) {
  const number = Number(room)
  const third = number >= 1 && number <= 9 ? (number - 1) % 3 : undefined
  return (
    <svg viewBox="0 0 120 26" aria-hidden="true" className="h-6 w-27 overflow-visible text-action">
      {third !== undefined && (
        <svg aria-hidden="true" x={third * 40} width="40" height="26" viewBox={`${third * 40} 0 40 26`}>
          <path d={BLADE} fill="currentColor" />
        </svg>
      )}
      <path d={BLADE} fill="none" className="stroke-hairline-strong" strokeWidth="1" />
    </svg>
  )
}
