import { storedChoice } from './stored-choice.ts'

export const THEMES = ['light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const choice = storedChoice<Theme>({
  key: 'kanat.theme',
  choices: THEMES,
  initial: () => 'light',
  withoutStorage: 'light',
})

export const theme = choice.value
export const chooseTheme = choice.choose
