import { useDeferredValue } from 'react'
import type { Company } from '#domain/company.ts'
import { useRestoresScroll } from '#panel/ui/address/scroll-return.ts'
import { Card } from '#panel/ui/card.tsx'
import { Skeleton } from '#panel/ui/skeleton.tsx'
import { useText } from '#panel/words/use-text.ts'
import { CompanyCard } from './company-card.tsx'

/** The number of cards in the first rendering: more than a large window shows. */
const FIRST_CARDS = 48

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(300px,1fr))] gap-5'

interface CompanyGridProps {
  companies: Company[]
  onEdit: (company: Company) => void
  onDelete: (company: Company) => void
}

/** The companies as cards. The first render shows `FIRST_CARDS`. A React transition renders the others, so that it does not block keys or clicks. */
export function CompanyGrid({ companies, onEdit, onDelete }: CompanyGridProps) {
  const restoresScroll = useRestoresScroll()
  const shown = useDeferredValue(companies, restoresScroll ? companies : companies.slice(0, FIRST_CARDS))
  return (
    <ul className={GRID}>
      {shown.map((company) => (
        <CompanyCard key={company.id} company={company} onEdit={onEdit} onDelete={onDelete} />
      ))}
    </ul>
  )
}

const PLACES = Array.from({ length: 8 }, (_, place) => place)

/** Skeletons of the cards. */
export function CompanySkeletons() {
  const text = useText()
  return (
    <div role="status">
      <span className="sr-only">{text('companies.loading')}</span>
      <ul aria-hidden className={GRID}>
        {PLACES.map((place) => (
          <Card as="li" key={place} className="grid h-52 content-start gap-2.5 p-4">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="mt-3 h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </Card>
        ))}
      </ul>
    </div>
  )
}
