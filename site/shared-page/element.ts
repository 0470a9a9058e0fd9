type Child = Node | string | null | false

const SVG_TAGS = ['svg', 'path', 'circle', 'rect', 'polygon']

/** Makes an element with these attributes; those without a value are left out. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes?: Record<string, string | number | undefined>,
  ...children: Child[]
): HTMLElementTagNameMap[Tag]
export function element(
  tag: string,
  attributes?: Record<string, string | number | undefined>,
  ...children: Child[]
): Element
export function element(
  tag: string,
  attributes: Record<string, string | number | undefined> = {},
  ...children: Child[]
): Element {
  const made = SVG_TAGS.includes(tag)
    ? document.createElementNS('http://www.w3.org/2000/svg', tag)
    : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(name, String(value))
  made.append(...children.filter((child): child is Node | string => child !== null && child !== false))
  return made
}
