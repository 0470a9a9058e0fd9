import { useEffect, useEffectEvent } from 'react'
import { FILE_NAME_WARNING_MS, FILES_PICKED_MAX } from '#domain/limits.ts'
import { Banner } from '#panel/ui/banner.tsx'
import { useText } from '#panel/words/use-text.ts'
import type { LeftOut } from './picked-files.ts'

interface LeftOutFilesProps {
  leftOut: LeftOut
  onChange: (leftOut: LeftOut) => void
}

/** Says what of a choice was left out. Files of the system are only counted, for some seconds. */
export function LeftOutFiles({ leftOut, onChange }: LeftOutFilesProps) {
  const text = useText()
  const { systemFiles, unreadable, isCut } = leftOut
  const forgetSystemFiles = useEffectEvent(() => onChange({ ...leftOut, systemFiles: 0 }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is shown for its full time
  useEffect(() => {
    if (systemFiles === 0) return
    const timer = setTimeout(forgetSystemFiles, FILE_NAME_WARNING_MS)
    return () => clearTimeout(timer)
  }, [leftOut])

  return (
    <>
      {isCut && (
        <Banner
          tone="warning"
          title={text('staging.cut', { max: FILES_PICKED_MAX })}
          onDismiss={() => onChange({ ...leftOut, isCut: false })}
        />
      )}
      {unreadable.length > 0 && (
        <Banner
          tone="warning"
          title={text('staging.unreadable', { n: unreadable.length })}
          onDismiss={() => onChange({ ...leftOut, unreadable: [] })}
        >
          <ul className="max-h-28 overflow-y-auto text-note break-all">
            {unreadable.map((path) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
        </Banner>
      )}
      {systemFiles > 0 && (
        <p className="text-note text-ink-soft">{text('staging.systemFiles', { n: systemFiles })}</p>
      )}
    </>
  )
}
