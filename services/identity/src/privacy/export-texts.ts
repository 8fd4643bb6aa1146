/** What the readable part of an export says, in one language. */
export interface ExportTexts {
  locale: string
  direction: 'ltr' | 'rtl'
  title: string
  introduction: readonly string[]
  nothing: string
  yes: string
  no: string
  /** Headings, by the name of the service where it holds nothing in particular. */
  services: Readonly<Record<string, string>>
  /** Headings, by the name of the collection. */
  collections: Readonly<Record<string, string>>
}
