interface ListStatusProps {
  /** How many records there are. */
  total: string
  /** How many of them are shown, if a search or a filter leaves some out. */
  found: string | undefined
}

/** The number of records under the heading of a list. */
export function ListStatus({ total, found }: ListStatusProps) {
  return (
    <>
      {total}
      {found !== undefined && (
        <>
          <span className="mx-2 text-hairline-strong">/</span>
          {found}
        </>
      )}
    </>
  )
}
