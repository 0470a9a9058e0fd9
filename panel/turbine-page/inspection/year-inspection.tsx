import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { may } from '#domain/permissions.ts'
import type { Photo } from '#domain/photo.ts'
import type { Turbine } from '#domain/turbine.ts'
import { findingsQuery } from '#panel/data/findings.ts'
import { useOpenFinding } from '#panel/findings/open-finding.ts'
import { InspectionSection } from '#panel/inspections/inspection-section.tsx'
import { useReviewLayer } from '#panel/inspections/review-layer.ts'
import { ShareLink } from '#panel/links/share-link.tsx'
import { inInspectingOrder } from '#panel/photos/inspecting/inspect-order.ts'
import { useOpenPhoto } from '#panel/photos/open-photo.ts'
import { VersionReport } from '#panel/reports/making/version-report.tsx'
import { useCaller } from '#panel/session/caller-context.ts'
import { roomName } from '#panel/words/room-name.ts'
import { useText } from '#panel/words/use-text.ts'
import { useChangeWords } from './use-change-words.ts'

interface YearInspectionProps {
  turbine: Turbine
  /** Every photo of the turbine. */
  photos: Photo[]
  year: number
}

/** The inspection of the year of the page, with what its photos and findings say. */
export function YearInspection({ turbine, photos, year }: YearInspectionProps) {
  const text = useText()
  const caller = useCaller()
  const { data: findings } = useQuery(findingsQuery(turbine.id))
  const { open: openPhoto } = useOpenPhoto()
  const { open: openFinding } = useOpenFinding()
  const ordered = useMemo(() => inInspectingOrder(photos, year), [photos, year])
  const ofYear = useMemo(() => findings?.filter((finding) => finding.year === year), [findings, year])
  const review = useReviewLayer()
  const words = useChangeWords(photos, findings ?? [])
  return (
    <>
      <InspectionSection
        key={year}
        turbine={turbine}
        year={year}
        photos={ordered}
        findings={ofYear}
        words={words}
        roomName={(room) => roomName(text, room)}
        onOpenPhoto={(photo) => void openPhoto(photo)}
        onReview={() => void review.open({ turbineId: turbine.id, year })}
        versionReport={
          may(caller, 'report.add', turbine.company_id)
            ? ({ version }) => <VersionReport turbine={turbine} year={year} version={version} />
            : undefined
        }
        findingLink={(finding) => (
          <button
            type="button"
            onClick={() => openFinding(finding)}
            className="cursor-pointer rounded font-medium text-action hover:underline"
          >
            {finding.number}
          </button>
        )}
      />
      <div className="mt-3 flex justify-end empty:hidden">
        <ShareLink turbine={turbine} year={year} />
      </div>
    </>
  )
}
