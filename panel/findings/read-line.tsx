import type { FindingLine } from '#domain/findings/finding-line.ts'
import { useText } from '#panel/words/use-text.ts'

/** What a finding in one line says besides its type, and what in it was not understood. */
export function ReadLine({ line }: { line: FindingLine }) {
  const text = useText()
  const { severity, side, place, length, unread } = line
  const read = [
    severity !== undefined &&
      (severity === null ? text('findings.severity.none') : text('findings.line.severity', { severity })),
    side && text(`findings.side.${side}`),
    place !== undefined && `${place} m`,
    length !== undefined && `${length} mm`,
  ].filter((part) => part)
  return (
    <div role="status" className="mt-1 text-note">
      <p className="text-ink">{read.join(' · ')}</p>
      {unread.length > 0 && (
        <p className="text-red">{text('findings.line.unread', { words: unread.join(' ') })}</p>
      )}
    </div>
  )
}
