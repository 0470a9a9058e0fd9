import { useIntl } from 'react-intl'
import type { Language } from '#domain/text/language.ts'
import { typeName } from '#panel/findings/finding-words.ts'
import { useMarking } from '#panel/findings/marks/marking.tsx'
import { Banner } from '#panel/ui/banner.tsx'
import { Button } from '#panel/ui/button.tsx'
import { useText } from '#panel/words/use-text.ts'

interface UnsavedFindingsProps {
  onOpenPhoto: (photo: { id: number }) => void
}

/** The findings of the turbine that the server does not have: those that wait for a connection, and drafts that were set aside. */
export function UnsavedFindings({ onOpenPhoto }: UnsavedFindingsProps) {
  const text = useText()
  const language = useIntl().locale as Language
  const { work, isStored } = useMarking()
  const { drafts } = work
  const waiting = drafts.filter(({ status }) => status === 'waiting').length
  const aside = drafts.filter(({ status }) => status === 'open' || status === 'aside')
  if (waiting + aside.length === 0) return null
  return (
    <div className="mb-4 grid gap-2">
      {waiting > 0 && (
        <Banner tone="warning" title={text('marks.waiting', { n: waiting })}>
          {text(isStored ? 'marks.waiting.text' : 'marks.waiting.unstored')}
        </Banner>
      )}
      {aside.length > 0 && (
        <Banner tone="warning" title={text('marks.drafts', { n: aside.length })}>
          <ul className="flex flex-wrap gap-2">
            {aside.map(({ key, photoId, values, failure }) => (
              <li key={key}>
                <Button look="outline" size="small" onClick={() => onOpenPhoto({ id: photoId })}>
                  {values.type === undefined ? text('marks.new') : typeName(language, values.type)}
                </Button>
                {failure && <span className="ml-2 text-red">{failure}</span>}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}
