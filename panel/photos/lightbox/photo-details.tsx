import type { Photo } from '#domain/photo.ts'
import { sizeWords } from '#panel/photos/photo-words.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { useText } from '#panel/words/use-text.ts'

/** The details of a photo, one for each line, in colours for the dark background of the lightbox. */
export function PhotoDetails({ photo }: { photo: Photo }) {
  const dates = useDates()
  const text = useText()
  const { room, width, height } = photo
  const facts = [
    { label: text('details.name'), value: photo.originalName },
    { label: text('details.blade'), value: photo.blade },
    { label: text('photos.room'), value: room && roomName(text, room) },
    {
      label: text('details.taken'),
      value: dates.month(photo.year, photo.month),
    },
    { label: text('details.pixels'), value: width && height && `${width} × ${height}` },
    { label: text('details.size'), value: sizeWords(text, photo) },
    { label: text('details.uploader'), value: photo.uploader_name },
    {
      label: text('details.uploaded'),
      value: dates.longDayAndTimeOf(photo.upload_date),
    },
  ]
  return (
    <dl className="grid gap-4">
      {facts
        .filter(({ value }) => Boolean(value))
        .map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-lightbox-ink-soft">{label}</dt>
            <dd className="mt-1 text-body leading-5 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
