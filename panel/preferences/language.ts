import { LANGUAGES, type Language } from '#domain/language.ts'
import { storedChoice } from './stored-choice.ts'

const choice = storedChoice<Language>({
  key: 'kanat.language',
  choices: LANGUAGES,
  initial: () => (navigator.language.toLowerCase().startsWith('tr') ? 'tr' : 'en'),
  withoutStorage: 'tr',
})

export const language = choice.value
export const chooseLanguage = choice.choose
