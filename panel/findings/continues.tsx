import { Link } from 'react-router'
import { endingInYear } from '#domain/text/turkish.ts'
import { useText } from '#panel/words/use-text.ts'

const CLASS = 'max-w-full cursor-pointer rounded text-left text-note text-action hover:underline'

interface ContinuesProps {
  /** The year of the newest finding of the chain. */
  year: number
  tabIndex?: 0 | -1
}

/** That a later finding continues this one, as a link to the newest one: the earlier one says nothing about today. */
export function ContinuesLink({ year, address, tabIndex }: ContinuesProps & { address: string }) {
  return (
    <Link to={address} tabIndex={tabIndex} className={`block ${CLASS}`}>
      <Continues year={year} />
    </Link>
  )
}

/** As `ContinuesLink`, where the newest finding opens on the same page. */
export function ContinuesButton({ year, onOpen, tabIndex }: ContinuesProps & { onOpen: () => void }) {
  return (
    <button type="button" tabIndex={tabIndex} onClick={onOpen} className={CLASS}>
      <Continues year={year} />
    </button>
  )
}

function Continues({ year }: { year: number }) {
  const text = useText()
  return (
    <>
      {text('findings.continues', { year: String(year), ending: endingInYear(year) })}
      <span aria-hidden> →</span>
    </>
  )
}
