import PDFDocument from 'pdfkit'

/** Characters invalid in XML 1.0, even as a reference. @see https://www.w3.org/TR/xml/#charsets */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** A text as the content or an attribute of an XML element. */
export function escapeXml(text: string): string {
  return text.replaceAll(NOT_IN_XML, '').replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

interface WithMetadata {
  info: Record<string, unknown>
  _addInfo(): void
}

/** pdfkit does not escape title and author in the XML metadata, so "Kaya & Oğlu" would make them unreadable. */
export class EscapedPdfDocument extends PDFDocument {
  _addInfo(): void {
    const document = this as unknown as WithMetadata
    const { info } = document
    document.info = Object.fromEntries(
      // The texts are objects here, because pdfkit writes them into a dictionary too.
      Object.entries(info).map(([key, value]) => [key, isText(value) ? escapeXml(String(value)) : value]),
    )
    ;(PDFDocument.prototype as unknown as WithMetadata)._addInfo.call(this)
    document.info = info
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || value instanceof String
}
