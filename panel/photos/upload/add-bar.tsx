import { FolderPlus, ImagePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { CLOUD_EXTENSIONS } from '#domain/photo.ts'
import { filesOfInput, type PickedFiles } from '#panel/outbox/picked-files.ts'
import { buttonClass } from '#panel/ui/button.tsx'
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
  /** The name of the block. */
  place: string
  /** What the control says while nothing happens. */
  words?: string
  /** True while files are dragged over the block. */
  over: boolean
  uploading: boolean
  checking: boolean
  onFiles: (files: PickedFiles) => void
}

/** The controls that pick photos, or a folder with photos. Both can be dropped on the whole block around it. */
export function AddBar({ label, place, words, over, uploading, checking, onFiles }: AddBarProps) {
  const text = useText()
  const busy = uploading || checking
  const tone = over ? 'border-action bg-action text-on-action' : 'border-hairline-strong/70 text-ink-soft'
  const Icon = busy ? Spinner : ImagePlus
  return (
    <>
      <PickLabel
        name={label}
        disabled={busy}
        onFiles={onFiles}
        className={`flex h-control min-w-60 items-center justify-center gap-2 rounded border border-dashed px-3.5 text-body font-medium transition-colors ${busy ? '' : 'hover:border-action hover:text-action'} ${tone}`}
      >
        <Icon aria-hidden className="size-4.5" />
        <span aria-live="polite">{state()}</span>
      </PickLabel>
      <PickLabel
        name={text('photos.addFolder.label', { place })}
        folders
        disabled={busy}
        onFiles={onFiles}
        className={buttonClass('ghost')}
      >
        <FolderPlus aria-hidden className="size-4" />
        <span>{text('photos.addFolder')}</span>
      </PickLabel>
    </>
  )

  function state(): string {
    if (uploading) return text('photos.add.uploading')
    if (checking) return text('photos.add.checking')
    return over ? text('photos.add.drop') : (words ?? text('photos.add'))
  }
}

interface PickLabelProps {
  /** The accessible name. */
  name: string
  /** Picks a folder with everything in it, instead of files. */
  folders?: boolean
  disabled: boolean
  onFiles: (files: PickedFiles) => void
  className: string
  children: ReactNode
}

function PickLabel({ name, folders = false, disabled, onFiles, className, children }: PickLabelProps) {
  return (
    <label
      className={`${className} has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${disabled ? 'opacity-60' : 'cursor-pointer'}`}
    >
      <input
        ref={(input) => {
          if (input) input.webkitdirectory = folders
        }}
        type="file"
        multiple
        accept={folders ? undefined : ACCEPTED}
        aria-label={name}
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          onFiles(filesOfInput(target))
          // Without this, the browser sends no change event when the user picks the same file again.
          target.value = ''
        }}
      />
      {children}
    </label>
  )
}
