import { useSignals } from '@preact/signals-react/runtime'
import { ChevronDown, Table2, X } from 'lucide-react'
import { useState } from 'react'
import { compareNames } from '#domain/text/name-order.ts'
import { groupByTarget, storageOf, waitingFiles } from '#panel/outbox/staged-file.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { Card } from '#panel/ui/card.tsx'
import { StagedBar } from '#panel/ui/outbox/staged-bar.tsx'
import { roomName } from '#panel/words/room-name.ts'
import { type Text, useText } from '#panel/words/use-text.ts'
import { FilePreview } from '../file-preview.tsx'
import type { PhotoOutbox } from '../photo-outbox.ts'
import { PhotoUploadBar } from '../photo-upload-bar.tsx'
import type { StagedPhoto } from '../staged-files.ts'
import { StagedTile } from '../staged-tile.tsx'
import { waitsForConnection } from '../upload-progress.ts'
import type { UploadTarget } from '../upload-target.ts'
import { UploadTroubles } from '../upload-troubles.tsx'

/** The id of the heading of the list. */
export const FLIGHT_HEADING_ID = 'flight-title'

interface FlightTrayProps {
  outbox: PhotoOutbox
  /** Shows the places of all files, to change them. */
  onEdit: () => void
}

/** The staged photos of several places: one upload, one progress, and one list of what the server did not accept. */
export function FlightTray({ outbox, onEdit }: FlightTrayProps) {
  useSignals()
  const text = useText()
  const files = outbox.files.value
  const places = groupByTarget(files).sort((a, b) =>
    compareNames(placeWords(text, a.target), placeWords(text, b.target)),
  )
  const [first] = places
  if (!first) return null
  const isSending = outbox.sending.value !== null
  const progress = isSending ? outbox.progress.value : null
  const waiting = waitingFiles(files)
  const refused = files.filter((item) => item.trouble?.kind === 'refused')
  return (
    <Card as="section" aria-labelledby={FLIGHT_HEADING_ID} className="p-4">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 id={FLIGHT_HEADING_ID} className="mr-auto text-title font-semibold tracking-tight text-ink">
          {text('flight.list')}
        </h2>
        {!isSending && (
          <>
            <Button variant="ghost" icon={X} onClick={() => void outbox.remove([...files])}>
              {text('staged.removeAll')}
            </Button>
            <Button icon={Table2} onClick={onEdit}>
              {text('flight.edit')}
            </Button>
          </>
        )}
      </div>
      <StagedBar
        waiting={waiting.length}
        refused={refused.length}
        place={text('flight.places', { n: places.length })}
        // Files that are added meanwhile are sent by an upload of their own.
        queued={0}
        sending={progress?.left}
        storage={storageOf(files)}
        hidesCount={progress !== null && waitsForConnection(progress)}
        bar={progress && <PhotoUploadBar progress={progress} onCancel={() => outbox.cancel()} />}
        onUpload={() => outbox.uploadAll()}
        onRemoveRefused={() => void outbox.remove(refused)}
      />
      <UploadTroubles outbox={outbox} target={first.target} isSending={isSending} />
      {refused.length > 0 && !isSending && (
        <div className="mt-3">
          <Banner tone="warning" title={text('staged.refused', { n: refused.length })}>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
            <ul tabIndex={0} className="max-h-40 overflow-y-auto text-note">
              {refused.map(({ id, file, trouble }) => (
                <li key={id}>
                  <span className="break-all text-ink">{file.name}</span>
                  {trouble?.kind === 'refused' && <span className="text-ink-soft"> · {trouble.message}</span>}
                </li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      <ul className="mt-3 divide-y divide-hairline border-t border-hairline">
        {places.map((place) => (
          <PlaceRow
            key={place.key}
            outbox={outbox}
            target={place.target}
            files={place.files}
            shares={progress?.shares}
          />
        ))}
      </ul>
    </Card>
  )
}

interface PlaceRowProps {
  outbox: PhotoOutbox
  target: UploadTarget
  files: StagedPhoto[]
  /** The sent part of each file, by its id; undefined while no upload runs. */
  shares: ReadonlyMap<string, number> | undefined
}

/** The files of one place. They are shown when it is opened: a flight may have thousands. */
function PlaceRow({ outbox, target, files, shares }: PlaceRowProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const [first] = files
  if (!first) return null
  return (
    <li className="py-2">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex w-full cursor-pointer items-center gap-3 rounded text-left"
      >
        <span className="h-12 w-16 shrink-0 overflow-hidden rounded border border-hairline">
          <FilePreview file={first.file} />
        </span>
        <span className="min-w-0 flex-1 truncate text-body text-ink">{placeWords(text, target)}</span>
        <span className="text-note text-ink-soft tabular-nums">
          {text('photos.count', { n: files.length })}
        </span>
        <ChevronDown
          aria-hidden
          className={`size-4 text-ink-faint transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      {isOpen && (
        <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(112px,1fr))] gap-2">
          {files.map((item) => (
            <StagedTile
              key={item.id}
              item={item}
              locked={shares !== undefined}
              progress={shares ? (shares.get(item.id) ?? 0) : undefined}
              onRemove={() => void outbox.remove([item])}
            />
          ))}
        </ul>
      )}
    </li>
  )
}

/** A place in words, with its blade and its year. */
function placeWords(text: Text, target: UploadTarget): string {
  const blade = text('photos.blade', { blade: target.blade })
  const place =
    target.category === 'blade'
      ? [blade, roomName(text, target.room)]
      : [text(`category.${target.category}`), blade]
  return [...place, target.year].join(' · ')
}
