import { ImagePlus } from 'lucide-react'
import { CLOUD_EXTENSIONS } from '#domain/photo.ts'
import { Spinner } from '#panel/ui/spinner.tsx'
import { useText } from '#panel/words/use-text.ts'

/** Most browsers do not know the type of a HEIC. */
const ACCEPTED = [
  'image/*',
  '.heic',
  '.heif',
  '.hif',
  ...CLOUD_EXTENSIONS.map((extension) => `.${extension}`),
].join()

interface AddBarProps {
  /** The accessible name; it names the blade or the category. */
  label: string
  /** True while files are dragged over the block. */
  over: boolean
  uploading: boolean
  checking: boolean
  onFiles: (files: File[]) => void
}

/** The control that picks photos. Files can be dropped on the whole block around it. */
export function AddBar({ label, over, uploading, checking, onFiles }: AddBarProps) {
  const text = useText()
  const busy = uploading || checking
  const tone = over ? 'border-action bg-action text-on-action' : 'border-hairline-strong/70 text-ink-soft'
  const Icon = busy ? Spinner : ImagePlus
  return (
    <label
      className={`flex h-control min-w-60 items-center justify-center gap-2 rounded border border-dashed px-3.5 text-body font-medium transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${busy ? 'opacity-60' : 'cursor-pointer hover:border-action hover:text-action'} ${tone}`}
    >
      <input
        type="file"
        multiple
        accept={ACCEPTED}
        aria-label={label}
        disabled={busy}
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Without this, the browser sends no change event when the user picks the same file again.
          event.target.value = ''
        }}
      />
      <Icon aria-hidden className="size-4.5" />
      <span aria-live="polite">{text(words())}</span>
    </label>
  )

  function words() {
    if (uploading) return 'photos.add.uploading'
    if (checking) return 'photos.add.checking'
    return over ? 'photos.add.drop' : 'photos.add'
  }
}
