/** The part of jsdom that we use: its own types would add those of the browser to the whole program. */
declare module 'jsdom' {
  export interface SvgElement {
    readonly tagName: string
    readonly namespaceURI: string | null
    readonly ownerDocument: { getElementById(id: string): SvgElement | null }
    hasAttribute(name: string): boolean
    getAttribute(name: string): string | null
    setAttribute(name: string, value: string): void
    contains(other: SvgElement): boolean
    getElementsByTagName(name: string): { readonly length: number }
  }

  export class JSDOM {
    constructor(html: string)
    readonly window: {
      DOMParser: new () => {
        parseFromString(text: string, type: string): { documentElement: SvgElement }
      }
      XMLSerializer: new () => { serializeToString(element: SvgElement): string }
    }
  }
}
