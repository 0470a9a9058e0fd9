import { ImagePlus } from 'lucide-react'
import { Spinner } from '#panel/ui/spinner.tsx'
import { useText } from '#panel/words/use-text.ts'

interface AddTileProps {
  /** The accessible name; it names the blade. */
  label: string
  /** True while files are dragged over the block. */
  over: boolean
  uploading: boolean
  checking: boolean
  onFiles: (files: File[]) => void
}

/** The first tile of the photos. Users drop files on it or pick files with it. */
export function AddTile({ label, over, uploading, checking, onFiles }: AddTileProps) {
  const text = useText()
  const busy = uploading || checking
  const tone = over ? 'border-action bg-action-soft text-action' : 'border-hairline-strong/60 text-ink-soft'
  return (
    <li className="min-h-(--row) grow-[1000000] basis-46 has-[~li]:max-w-88">
      <label
        className={`grid h-full place-items-center rounded border border-dashed text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${busy ? 'opacity-60' : 'cursor-pointer hover:border-action hover:text-action'} ${tone}`}
      >
        <input
          type="file"
          multiple
          accept="image/*,.pcd"
          aria-label={label}
          disabled={busy}
          className="sr-only"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])])
            // Without this, the browser sends no change event when the user picks the same file again.
            event.target.value = ''
          }}
        />
        <span className="grid justify-items-center gap-2 px-2 text-note font-medium text-balance">
          {busy ? (
            <Spinner className="size-5" />
          ) : (
            <ImagePlus aria-hidden className="size-5" strokeWidth={1.75} />
          )}
          <span aria-live="polite">{text(words())}</span>
        </span>
      </label>
    </li>
  )

  function words() {
    if (uploading) return 'photos.add.uploading'
    if (checking) return 'photos.add.checking'
    return over ? 'photos.add.drop' : 'photos.add'
  }
}
