import { useState } from 'react'
import type { Blade, Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { useUnsavedWork } from '#panel/ui/unsaved-work.ts'
import { useFileDrop } from '#panel/ui/use-file-drop.ts'
import { useText } from '#panel/words/use-text.ts'
import { AddTile } from './add-tile.tsx'
import { BladeGlyph } from './blade-glyph.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { photosAt, photosOfBlade, roomName } from './photo-place.ts'
import { usePlace } from './place-address.ts'
import { PlacePicker } from './place-picker.tsx'
import { NO_FILES } from './staged-files.ts'
import { StagedTray } from './staged-tray.tsx'
import { StagingRemarks } from './staging-remarks.tsx'
import { useStagedFiles } from './use-staged-files.ts'
import { useUpload } from './use-upload.ts'

interface BladeBlockProps {
  turbine: Turbine
  blade: Blade
  photos: Photo[]
}

/** The block of one blade: it selects room and year, shows the photos, and uploads new ones. */
export function BladeBlock({ turbine, blade, photos }: BladeBlockProps) {
  const text = useText()
  const ofBlade = photosOfBlade(photos, blade)
  const [place, setPlace] = usePlace(blade, ofBlade)
  const [remarks, setRemarks] = useState(NO_FILES)
  const staging = useStagedFiles(turbine.id, blade)
  const upload = useUpload(staging)
  const busy = upload.progress !== null || staging.checking
  const { over, dropHandlers } = useFileDrop({ disabled: busy, onFiles: take })

  useUnsavedWork(upload.waiting.length > 0, 'files')

  async function take(files: File[]) {
    setRemarks(await staging.stage(files))
  }

  const shown = photosAt(ofBlade, place)
  const room = roomName(text, place.room)
  return (
    <section
      aria-labelledby={`blade-${blade}`}
      aria-busy={upload.progress !== null}
      className="grid grid-cols-[280px_1fr] rounded border border-hairline bg-surface"
      {...dropHandlers}
    >
      <div className="border-r border-hairline p-6">
        <div className="mb-5 flex items-center justify-between gap-4">
          <h3 id={`blade-${blade}`} className="text-section font-semibold tracking-tight text-ink">
            {text('photos.blade', { blade })}
          </h3>
          <BladeGlyph room={place.room} />
        </div>
        <PlacePicker photos={ofBlade} place={place} onChange={setPlace} disabled={upload.progress !== null} />
      </div>
      <div className="min-w-0 p-6">
        <p className="mb-4 flex items-baseline justify-between gap-4 text-body leading-8 text-ink-soft">
          <span>
            <span className="font-medium text-ink">{room}</span>
            <span className="mx-2 text-ink-faint">·</span>
            {place.year}
          </span>
          <span>{text('photos.count', { n: shown.length })}</span>
        </p>
        <StagingRemarks remarks={remarks} onChange={setRemarks} />
        {staging.staged.length > 0 && (
          <StagedTray
            staged={staging.staged}
            upload={upload}
            onRemove={staging.unstage}
            place={`${room} · ${place.year}`}
            onUpload={() => upload.upload({ turbineId: turbine.id, blade, ...place })}
          />
        )}
        <PhotoGrid turbine={turbine} photos={shown}>
          <AddTile
            label={text('photos.add.label', { blade })}
            over={over}
            uploading={upload.progress !== null}
            checking={staging.checking}
            onFiles={take}
          />
        </PhotoGrid>
      </div>
    </section>
  )
}
