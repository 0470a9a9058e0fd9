import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { Severity } from '#domain/findings/finding-type.ts'
import { BLADES } from '#domain/photo.ts'
import { severityFill } from '#panel/ui/severity/severity-mark.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { MetreCount } from './picture-marks.ts'
import { NAME_PX, type PictureScale, pixelOf, ticksOf } from './picture-scale.ts'

/** The height of the bars, in CSS pixels. */
const BARS_PX = 36

interface PictureHeadProps {
  scale: PictureScale
  /** Of each blade, how many turbines have a finding in each metre. */
  counts: MetreCount[][]
  /** The metre under the pointer or of the focused finding. */
  metre: number | undefined
}

/** The head of the picture, which stays above its rows: for each blade, in how many turbines each metre has a finding, and the metres. */
export function PictureHead({ scale, counts, metre }: PictureHeadProps) {
  const text = useText()
  const intl = useIntl()
  const bars = useMemo(() => barsOf(scale, counts), [scale, counts])
  const bin = metre === undefined ? undefined : Math.floor(metre)
  return (
    <div
      aria-hidden
      className="sticky top-header z-table-head flex border-b border-hairline-strong/60 bg-ground pt-1"
    >
      <p style={{ width: NAME_PX }} className="shrink-0 self-end pr-3 pb-1 text-caption text-ink-faint">
        {text('fleet.picture.metres')}
      </p>
      <div className="relative" style={{ width: scale.width, height: BARS_PX + 44 }}>
        {BLADES.map((blade, index) => {
          const found = bin === undefined ? undefined : counts[index]?.[bin]
          return (
            <p
              key={blade}
              style={{ left: pixelOf(scale, blade, 0), width: scale.bladePx }}
              className="absolute top-0 flex items-baseline gap-2 text-note whitespace-nowrap"
            >
              <span className="font-medium text-ink">{text('photos.blade', { blade })}</span>
              {found && bin !== undefined && (
                <span className="text-caption text-ink-soft tabular-nums">
                  {text('fleet.picture.at', {
                    from: intl.formatNumber(bin),
                    to: intl.formatNumber(bin + 1),
                    n: found.turbines,
                  })}
                </span>
              )}
            </p>
          )
        })}
        <svg
          width={scale.width}
          height={BARS_PX}
          className="absolute left-0 overflow-visible"
          style={{ top: 22 }}
        >
          <title>{text('fleet.picture.bars')}</title>
          {bars.map(({ severity, path }) => (
            <path key={severity} d={path} className={severityFill(severity)} />
          ))}
        </svg>
        {BLADES.map((blade) =>
          ticksOf(scale).map((tick) => (
            <span
              key={`${blade} ${tick}`}
              style={{ left: pixelOf(scale, blade, tick) }}
              className="absolute bottom-0 -translate-x-1/2 pb-0.5 text-caption text-ink-faint tabular-nums first:translate-x-0"
            >
              {intl.formatNumber(tick)}
            </span>
          )),
        )}
      </div>
    </div>
  )
}

/** The bars of the metres, one path for each severity. The highest bar fills the height. */
function barsOf(scale: PictureScale, counts: MetreCount[][]): { severity: Severity | null; path: string }[] {
  const most = Math.max(1, ...counts.flat().map(({ turbines }) => turbines))
  const width = Math.max(1, scale.bladePx / scale.metres - 1)
  const paths = new Map<Severity | null, string>()
  for (const [index, ofBlade] of counts.entries()) {
    for (const [metre, { turbines, severity }] of ofBlade.entries()) {
      const blade = BLADES[index]
      if (turbines === 0 || !blade) continue
      const height = Math.max(2, (turbines / most) * BARS_PX)
      const bar = `M${pixelOf(scale, blade, metre).toFixed(1)} ${BARS_PX}v${(-height).toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}z`
      paths.set(severity, (paths.get(severity) ?? '') + bar)
    }
  }
  return [...paths].map(([severity, path]) => ({ severity, path }))
}
