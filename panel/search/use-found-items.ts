import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { findingAddress, photoAddress, turbineAddress } from '#domain/panel-addresses.ts'
import {
  type Found,
  type FoundComment,
  type FoundFinding,
  type FoundPhoto,
  isSearched,
} from '#domain/search/found.ts'
import type { Language } from '#domain/text/language.ts'
import { queriedItems, readyItems, type SearchItem, type SearchItems } from '#panel/frame/search-item.ts'
import { typeName } from '#panel/words/finding-words.ts'
import { useDates } from '#panel/words/use-dates.ts'
import { foundQuery } from './found-query.ts'

/** The findings, photos and comments that the server finds, as items of the panel search. */
export function useFoundItems(text: string): Record<keyof Found, SearchItems> {
  const language = useIntl().locale as Language
  const { dayOf } = useDates()
  const query = useQuery(foundQuery(text))
  const { data } = query
  const made = useMemo(
    () => ({
      findings: data?.findings.map((finding) => findingItem(finding, language)),
      photos: data?.photos.map(photoItem),
      comments: data?.comments.map((comment) => commentItem(comment, dayOf(comment.created_at))),
    }),
    [data, language, dayOf],
  )
  const isAsked = isSearched(text)
  return {
    findings: itemsOf(query, made.findings, isAsked),
    photos: itemsOf(query, made.photos, isAsked),
    comments: itemsOf(query, made.comments, isAsked),
  }
}

function itemsOf(query: UseQueryResult, items: SearchItem[] | undefined, isAsked: boolean): SearchItems {
  return isAsked ? queriedItems(query, items) : readyItems([])
}

function findingItem(finding: FoundFinding, language: Language): SearchItem {
  const { id, number, type, year, turbine_id, turbine_code, turbine_name, company_name } = finding
  return {
    key: `finding.${id}`,
    address: `${findingAddress(turbine_id, id)}&year=${year}&section=findings`,
    title: () => `${turbine_code} · ${number}`,
    note: noteOf(typeName(language, type), turbine_name, company_name),
    searched: [],
  }
}

function photoItem({ id, original_name, year, ...turbine }: FoundPhoto): SearchItem {
  return {
    key: `photo.${id}`,
    address: photoAddress(turbine.turbine_id, id),
    title: () => original_name,
    note: noteOf(turbine.turbine_code, turbine.turbine_name, String(year), turbine.company_name),
    searched: [],
  }
}

function commentItem(
  { id, excerpt, user_name, finding_id, ...turbine }: FoundComment,
  day: string,
): SearchItem {
  return {
    key: `comment.${id}`,
    address:
      finding_id === null
        ? `${turbineAddress(turbine.turbine_id)}?panel=comments`
        : findingAddress(turbine.turbine_id, finding_id),
    title: () => excerpt,
    note: noteOf(user_name, turbine.turbine_name || turbine.turbine_code, day),
    searched: [],
  }
}

function noteOf(...parts: string[]): string {
  return parts.filter(Boolean).join(' · ')
}
