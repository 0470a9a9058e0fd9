import type { SiteLanguage } from './languages.ts'
import { getCompany, getWords } from './words.ts'

/** The address of the chat and the texts of its button in these languages. */
export async function chatProps(languages: readonly SiteLanguage[]) {
  const { chat, phone } = await getCompany()
  const tooltips = await Promise.all(
    languages.map(async (language) => {
      const words = (await getWords(language)).chat
      return { language, text: words.tooltip, newTab: words.new_tab }
    }),
  )
  // The greeting is Turkish for English visitors too, because the support team reads Turkish.
  const address = `${chat.link}/${phone.replaceAll(/\D/g, '')}?text=${encodeURIComponent(chat.greeting)}`
  return { address, tooltips }
}
