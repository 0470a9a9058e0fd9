import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import company from '#content/company.json' with { type: 'json' }
import { foldForSearch } from '#domain/text/turkish.ts'
import { invalid } from '#server/infrastructure/errors.ts'
import { isEasyToGuess } from './easy-to-guess.ts'

declare const accepted: unique symbol

/** A password accepted by `acceptPassword`. Only such a password is hashed, so no caller can skip the check. */
export type AcceptedPassword = string & { readonly [accepted]: true }

/** The user of a password. */
interface Owner {
  email: string
  first_name: string
  last_name: string
}

/** The product's name, whatever the installation's company is called. */
const PRODUCT = 'Kanat'
/** A shorter name is also the beginning of unrelated passwords. */
const NAME_MIN_LENGTH = 3

/**
 * The 10,000 most common passwords of six characters or more, in lower case. They are the first ones of `passwords-common` of
 * `@zxcvbn-ts/language-common` 4.1.3 (MIT License, © 2012-2016 Dan Wheeler and Dropbox, © 2021 zxcvbn-ts).
 */
const COMMON = new Set(
  gunzipSync(readFileSync(join(import.meta.dirname, 'common-passwords.txt.gz')))
    .toString()
    .split('\n'),
)

/**
 * Accepts a new password, or refuses one that is guessed first. Its schema has checked the length. A name, an address or the product counts
 * also with digits and symbols around it, such as `Kanat.2026!`, and without diacritics.
 *
 * @throws ApiError `validation_failed` at `password`: `blank_password`, `common_password`, `own_password`, `product_password` or
 *   `easy_password`
 */
export function acceptPassword(password: string, owner: Owner): AcceptedPassword {
  if (password.trim() === '') throw invalid('password', 'blank_password')
  if (COMMON.has(password.toLowerCase())) throw invalid('password', 'common_password')
  const signs = signsOf(password)
  const core = withoutDigits(signs)
  if (core.length >= NAME_MIN_LENGTH) {
    if (namesOf(owner).includes(core)) throw invalid('password', 'own_password')
    if ([PRODUCT, company.name].map(coreOf).includes(core)) throw invalid('password', 'product_password')
  }
  if (isEasyToGuess(signs, core)) throw invalid('password', 'easy_password')
  return password as AcceptedPassword
}

function namesOf({ email, first_name, last_name }: Owner): string[] {
  const [mailbox = ''] = email.split('@')
  return [email, mailbox, first_name, last_name, first_name + last_name, last_name + first_name].map(coreOf)
}

/** The letters of a text without digits at its ends. Case, diacritics and symbols do not matter. */
function coreOf(text: string): string {
  return withoutDigits(signsOf(text))
}

function signsOf(text: string): string {
  return foldForSearch(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function withoutDigits(signs: string): string {
  return signs.replaceAll(/^\p{N}+|\p{N}+$/gu, '')
}
