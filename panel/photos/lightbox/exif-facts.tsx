import { useQuery } from '@tanstack/react-query'
import { Copy, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Photo, PhotoExif } from '#domain/photo.ts'
import { exifQuery } from '#panel/data/photo-details.ts'
import { IconButton } from '#panel/ui/button.tsx'
import { useNotify } from '#panel/ui/layers/toast.tsx'
import { useDates } from '#panel/words/use-dates.ts'
import { type Text, useText } from '#panel/words/use-text.ts'

/** What the camera wrote into the photo: time, camera, place and direction, in colours for the dark background of the lightbox. */
export function ExifFacts({ turbineId, photo }: { turbineId: number; photo: Photo }) {
  const text = useText()
  const { data, isError, isFetching, refetch } = useQuery(exifQuery(turbineId, photo.id))
  return (
    <section aria-labelledby="exif-title" className="mt-6 border-t border-lightbox-raised pt-5">
      <h4 id="exif-title" className="mb-4 text-body font-medium">
        {text('exif.title')}
      </h4>
      {data ? (
        <Facts exif={data} />
      ) : data === null ? (
        <p className="text-note text-lightbox-ink-soft">{text('exif.notRead')}</p>
      ) : isError && !isFetching ? (
        <p role="alert" className="text-note text-lightbox-ink-soft">
          {text('exif.failed')}{' '}
          <button
            type="button"
            onClick={() => refetch()}
            className="inline-flex cursor-pointer items-center gap-1.5 text-lightbox-ink underline underline-offset-2"
          >
            <RotateCw aria-hidden className="size-3.5" />
            {text('common.retry')}
          </button>
        </p>
      ) : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">{text('exif.loading')}</span>
          <span className="h-4 w-40 rounded bg-lightbox-raised" />
          <span className="h-4 w-52 rounded bg-lightbox-raised" />
        </div>
      )}
    </section>
  )
}

function Facts({ exif }: { exif: PhotoExif }) {
  const { taken_at, camera, gps, gimbal, flight_yaw, relative_altitude, shown_range } = exif
  const text = useText()
  const dates = useDates()
  const lens = lensText(text, exif)
  const { is_contradictory, ...facts } = exif
  if (is_contradictory)
    return <p className="text-note text-lightbox-ink-soft">{text('exif.contradictory')}</p>
  if (Object.values(facts).every((fact) => fact === null))
    return <p className="text-note text-lightbox-ink-soft">{text('exif.none')}</p>
  return (
    <dl className="grid gap-4">
      {taken_at && <Fact label={text('exif.takenAt')}>{dates.clockTime(taken_at)}</Fact>}
      {camera && <Fact label={text('exif.camera')}>{camera}</Fact>}
      {lens && <Fact label={text('exif.lens')}>{lens}</Fact>}
      {gps && (
        <Fact label={text('exif.gps')}>
          <Position {...gps} />
        </Fact>
      )}
      {relative_altitude !== null && (
        <Fact label={text('exif.relativeAltitude')}>
          {text('exif.metres', { metres: relative_altitude })}
        </Fact>
      )}
      {gimbal && <Fact label={text('exif.gimbal')}>{gimbalText(text, gimbal)}</Fact>}
      {flight_yaw !== null && (
        <Fact label={text('exif.flightYaw')}>{text('exif.degrees', { degrees: flight_yaw })}</Fact>
      )}
      {shown_range && (
        <Fact label={text('exif.shownRange')}>{text('exif.shownRange.values', shown_range)}</Fact>
      )}
    </dl>
  )
}

/** `24.0 mm f/2.8, 8.8 mm (35 mm equivalent 24 mm)` */
function lensText(text: Text, { lens, focal_length, focal_length_35mm }: PhotoExif): string {
  const own = focal_length === null ? null : text('exif.focalLength', { millimetres: focal_length })
  const equal =
    focal_length_35mm === null ? null : text('exif.focalLength35', { millimetres: focal_length_35mm })
  const length = own && equal ? `${own} (${equal})` : (own ?? equal)
  return [lens, length].filter(Boolean).join(', ')
}

/** A roll of zero is left out: nearly all photos have it. */
function gimbalText(text: Text, { pitch, yaw, roll }: NonNullable<PhotoExif['gimbal']>): string {
  const angles = [
    pitch === null ? null : text('exif.gimbal.pitch', { degrees: pitch }),
    yaw === null ? null : text('exif.gimbal.yaw', { degrees: yaw }),
    roll === null || (roll === 0 && pitch !== null) ? null : text('exif.gimbal.roll', { degrees: roll }),
  ]
  return angles.filter((angle) => angle !== null).join(', ')
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-caption text-lightbox-ink-soft">{label}</dt>
      <dd className="mt-1 text-body leading-5 wrap-anywhere">{children}</dd>
    </div>
  )
}

function Position({ latitude, longitude, altitude }: NonNullable<PhotoExif['gps']>) {
  const text = useText()
  const notify = useNotify()
  // Six decimals are a tenth of a metre.
  const copied = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

  async function copy() {
    try {
      await navigator.clipboard.writeText(copied)
      notify({ tone: 'success', title: text('exif.gps.copied'), message: copied })
    } catch {
      // Browsers forbid it without https; the text can still be selected.
      notify({ tone: 'error', title: text('exif.gps.notCopied'), message: copied })
    }
  }

  return (
    <span className="flex items-start justify-between gap-2">
      <span>
        {text(latitude < 0 ? 'exif.gps.south' : 'exif.gps.north', { degrees: Math.abs(latitude) })}
        {', '}
        {text(longitude < 0 ? 'exif.gps.west' : 'exif.gps.east', { degrees: Math.abs(longitude) })}
        {altitude !== null && (
          <span className="block">{text('exif.gps.altitude', { metres: altitude })}</span>
        )}
      </span>
      <IconButton onDark label={text('exif.gps.copy')} icon={Copy} onClick={copy} className="-my-2" />
    </span>
  )
}
