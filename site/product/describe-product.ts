import severities from '../../content/findings/severities.json'
import types from '../../content/findings/types.json'
import panel from '../../content/panel/en.json'
import security from '../../docs/security.md?raw'
import { FILE_TYPES, type FileMediaType } from '../../domain/file-types.ts'
import {
  CLOUD_POINTS_MAX,
  FILE_SIZE_MAX,
  FILES_PER_REQUEST_MAX,
  IMAGE_PIXELS_MAX,
  MIB,
  YEARS_BACK,
} from '../../domain/limits.ts'
import { ROLES } from '../../domain/permissions.ts'
import { dayInWords } from '../../domain/time/day-words.ts'
import { languages, type SiteLanguage } from '../languages.ts'
import type { CapabilityId, ProductWords } from '../product-words-schema.ts'
import { type Figure, getFigure } from './figures.ts'

/** Where the numbers of a proof come from: a figure that a run has written, or a file of the code. */
const SOURCES: Partial<Record<CapabilityId, { figure: string } | { file: string }>> = {
  summary: { file: 'content/findings/types.json' },
  fleet: { figure: 'fleet_task' },
  findings: { file: 'content/findings/severities.json' },
  years: { file: 'domain/limits.ts' },
  upload: { figure: 'killed_servers' },
  mark: { figure: 'marking_keys' },
  panorama: { figure: 'panorama_first' },
  cloud: { file: 'domain/limits.ts' },
  review: { figure: 'review_keys' },
  versions: { figure: 'random_acts' },
  report: { figure: 'report_seconds' },
  dossier: { figure: 'changed_dossiers' },
  exports: { figure: 'api_calls' },
  languages: { file: 'content/panel/' },
  formats: { file: 'domain/file-types.ts, domain/limits.ts' },
  security: { figure: 'api_calls_as_roles' },
  running: { figure: 'idle_core' },
}

export function localeOf(language: SiteLanguage): string {
  return language === 'tr' ? 'tr-TR' : 'en-GB'
}

/** Numbers in the format of the language. */
function numbersIn(language: SiteLanguage) {
  const locale = localeOf(language)
  const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const write = {
    count: new Intl.NumberFormat(locale).format,
    keys: decimal.format,
    ms: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format,
    s: decimal.format,
    percent: (value: number) => percent.format(value / 100),
  }
  const points = new Intl.NumberFormat(locale, { notation: 'compact', compactDisplay: 'long' }).format
  return { locale, points, count: write.count, figure: ({ value, unit }: Figure) => write[unit](value) }
}

/** The values of the texts about the product. None is typed: they come from the code, its contents and the runs of tests and benchmarks. */
export function valuesIn(language: SiteLanguage): Record<string, string> {
  const { count, figure, points } = numbersIn(language)
  const stored = (id: string) => figure(getFigure(id))
  const asvs = countRequirements(security)
  const of = (id: string) => count(getFigure(id).of ?? 0)
  return {
    types: count(types.types.length),
    families: count(types.families.length),
    severities: count(severities.length),
    years: count(YEARS_BACK + 1),
    years_back: count(YEARS_BACK),
    fleet_turbines: of('fleet_task'),
    fleet_task: stored('fleet_task'),
    killed_servers: stored('killed_servers'),
    marking_keys: stored('marking_keys'),
    panorama_first: stored('panorama_first'),
    cloud_points: points(CLOUD_POINTS_MAX),
    random_acts: stored('random_acts'),
    review_keys: stored('review_keys'),
    report_seconds: stored('report_seconds'),
    report_findings: of('report_seconds'),
    changed_dossiers: stored('changed_dossiers'),
    api_calls: stored('api_calls'),
    texts: count(Object.keys(panel).length),
    languages: count(languages.length),
    calls: of('api_calls_as_roles'),
    roles: count(ROLES.length),
    asvs_kept: count(asvs.kept),
    asvs_not_kept: count(asvs.notKept),
    idle_core: stored('idle_core'),
  }
}

/** The lines of the tables of `docs/security.md` by what they say about a requirement. */
export function countRequirements(text: string): { kept: number; notKept: number } {
  const states = [...text.matchAll(/^\| \d[^|]*\|[^|]*\| (kept|not kept) \|/gm)].map(([, state]) => state)
  const kept = states.filter((state) => state === 'kept').length
  return { kept, notKept: states.length - kept }
}

/** The ids of the figures that the page shows. */
export function shownFigures(): string[] {
  return Object.values(SOURCES).flatMap((source) => ('figure' in source ? source.figure : []))
}

/** Where the numbers of a proof come from, in words. */
export function sourceOf(id: CapabilityId, language: SiteLanguage, words: ProductWords): string | undefined {
  const source = SOURCES[id]
  if (!source) return undefined
  if ('file' in source) return fill(words.sources.code, source)
  const { by, day: on } = getFigure(source.figure)
  const { count } = numbersIn(language)
  const day = dayInWords(language, on)
  return 'test' in by
    ? fill(words.sources.test, { test: by.test, day })
    : fill(words.sources.bench, { section: by.bench, cores: count(by.cores), day })
}

/** @throws if the text has a place for a value that is not there */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Nothing fills {${name}} in: ${text}`)
    return value
  })
}

/** The names of the file types of a kind. */
function kinds(isOf: (type: string) => boolean): string {
  return (Object.keys(FILE_TYPES) as FileMediaType[])
    .filter(isOf)
    .map((type) => FILE_TYPES[type].label)
    .join(', ')
}

/** The accepted files and their limits, as rows of a name, file types and limits. */
export function formatRows(language: SiteLanguage, { formats }: ProductWords) {
  const { count, points } = numbersIn(language)
  const size = fill(formats.megabytes, { n: count(FILE_SIZE_MAX / MIB) })
  return {
    kinds: [
      { name: formats.photos, value: kinds((type) => type.startsWith('image/')) },
      { name: formats.clouds, value: kinds((type) => /vnd\.(pcd|las)/.test(type)) },
      { name: formats.reports, value: kinds((type) => type === 'application/pdf') },
    ],
    limits: [
      { name: formats.size, value: size },
      { name: formats.pixels, value: fill(formats.megapixels, { n: count(IMAGE_PIXELS_MAX / 1e6) }) },
      { name: formats.points, value: fill(formats.points_value, { n: points(CLOUD_POINTS_MAX) }) },
      { name: formats.request, value: fill(formats.files, { n: count(FILES_PER_REQUEST_MAX) }) },
    ],
  }
}

/** The severities from the worst on, with the time until a finding is due. */
export function dueRows(language: SiteLanguage, { due }: ProductWords) {
  const { locale, count } = numbersIn(language)
  const rules = new Intl.PluralRules(locale)
  const time = (months: number | null) => {
    if (months === null) return due.none
    if (months === 0) return due.at_once
    return fill(due.months[rules.select(months) === 'one' ? 'one' : 'other'], { n: count(months) })
  }
  return severities
    .toReversed()
    .map(({ severity, months, ...names }) => ({ severity, name: names[language].name, time: time(months) }))
}
