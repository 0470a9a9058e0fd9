/** The texts of a language that the first screen uses. `site/panel-texts.ts` makes it; during development it is all texts. */
declare module '*.json?first' {
  const texts: import('./messages.ts').Messages
  export default texts
}

/** The other texts of the language. */
declare module '*.json?rest' {
  const texts: import('./messages.ts').Messages
  export default texts
}
