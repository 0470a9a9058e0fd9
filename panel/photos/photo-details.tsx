import { FormattedDate, useIntl } from 'react-intl'
import type { Photo } from '#domain/photo.ts'
import { useText } from '#panel/words/use-text.ts'
import { roomName } from './photo-place.ts'
import { monthOf, sizeWords } from './photo-words.ts'

/** The details of a photo, one for each line, in colours for the dark background of the photo viewer. */
export function PhotoDetails({ photo }: { photo: Photo }) {
  const intl = useIntl()
  const text = useText()
  const { room, width, height } = photo
  const facts = [
    { label: text('details.name'), value: photo.originalName },
    { label: text('details.blade'), value: photo.blade },
    { label: text('photos.room'), value: room && roomName(text, room) },
    {
      label: text('details.taken'),
      value: intl.formatDate(monthOf(photo), { month: 'long', year: 'numeric' }),
    },
    { label: text('details.pixels'), value: width && height && `${width} × ${height}` },
    { label: text('details.size'), value: sizeWords(text, photo) },
    { label: text('details.uploader'), value: photo.uploader_name },
    {
      label: text('details.uploaded'),
      value: <FormattedDate value={photo.upload_date} dateStyle="long" timeStyle="short" />,
    },
  ]
  return (
    <dl className="grid gap-4">
      {facts
        .filter(({ value }) => Boolean(value))
        .map(({ label, value }) => (
          <div key={label}>
            <dt className="text-caption text-viewer-ink-soft">{label}</dt>
            <dd className="mt-1 text-body leading-5 wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
