import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { ListedFinding } from '#domain/findings/finding.ts'
import { readFindingCode } from '#domain/findings/finding-code.ts'
import type { Language } from '#domain/text/language.ts'
import { foundFindingsQuery } from '#panel/data/findings.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'
import { typeName } from '#panel/words/finding-words.ts'
import { findingPlace } from '../open-finding.ts'

/** A shorter text begins the codes of thousands of findings: `A` begins those of a third of them. */
const TYPED_MIN = 2

/** Findings as items of the panel search: those whose code begins with the text, such as `B-PS-011` or `T01 b-ps`. */
export function useFindingItems(text: string): SearchItems {
  const language = useIntl().locale as Language
  const isCode = text.trim().length >= TYPED_MIN && readFindingCode(text) !== undefined
  const query = useQuery({ ...foundFindingsQuery(text), enabled: isCode })
  const { data } = query
  const items = useMemo(() => data?.map((finding) => findingItem(finding, language)), [data, language])
  return isCode ? queriedItems(query, items) : readyItems([])
}

function findingItem(finding: ListedFinding, language: Language): SearchItem {
  const { id, number, type, turbine_code, turbine_name, company_name } = finding
  return {
    key: `finding.${id}`,
    address: findingPlace(finding),
    title: () => `${turbine_code} · ${number}`,
    note: [typeName(language, type), turbine_name, company_name].filter(Boolean).join(' · '),
    searched: [],
  }
}
