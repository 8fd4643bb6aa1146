import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './browser.ts'

/** A desktop, the same at 200 % zoom, which halves its size, and phones. */
const sizes = { 1440: 900, 720: 450, 390: 844, 320: 640 }

/** On both sides of all our breakpoints: axe results differ between layouts, not between widths. */
const layouts: ReadonlySet<string> = new Set(['1440', '390'])

/** Checks a page at all sizes. Console errors fail it too: see `openPage`. */
export async function expectEverySizeFits(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  for (const [width, height] of Object.entries(sizes)) {
    const where = `${path} at ${width} px`
    await page.setViewportSize({ width: Number(width), height })
    if (layouts.has(width)) await expectAccessible(page, where)
    await expectNoSidewaysScroll(page, where)
  }
}

const widths = [320, 390, 768, 1024, 1440]

/**
 * Checks at all widths that no text is cut off, leaves its box or covers another one. Blocks of code may scroll.
 * @param selector the elements whose texts are checked, of which there must be some
 */
export async function expectTextsFit(page: Page, selector: string, where: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const misplaced = () => page.evaluate<string[]>(`(${misplacedTexts})(${JSON.stringify(selector)})`)
    // A chart is drawn for its width a moment later.
    await expect.poll(misplaced, { message: `${where} at ${width} px` }).toEqual([])
  }
}

/** Runs in the page. Boxes of two lines of text may overlap by a few pixels, and so may rounded positions. */
const misplacedTexts = `(selector) => {
  const roots = [...document.querySelectorAll(selector)].filter((root) => root.checkVisibility())
  const problems = roots.length > 0 ? [] : ['nothing matches ' + selector]
  const isWithin = (inner, outer) => inner.left >= outer.left - 1 && inner.right <= outer.right + 1
  for (const root of roots) {
    for (const svg of root.querySelectorAll('svg:has(text)')) {
      if (Math.abs(svg.viewBox.baseVal.width - svg.getBoundingClientRect().width) > 1) problems.push('not drawn yet')
    }
    const texts = []
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent.trim()
      if (text === '' || parent.closest('.visually-hidden, title, pre') || !parent.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const boxes = [parent.closest('svg') ?? parent]
      for (let box = parent; box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') boxes.push(box)
      }
      for (const rect of range.getClientRects()) {
        if (boxes.some((box) => !isWithin(rect, box.getBoundingClientRect()))) problems.push('cut off: ' + text)
        if (!isWithin(rect, { left: 0, right: innerWidth })) problems.push('outside the window: ' + text)
        for (const other of texts) {
          const across = Math.min(rect.right, other.rect.right) - Math.max(rect.left, other.rect.left)
          const along = Math.min(rect.bottom, other.rect.bottom) - Math.max(rect.top, other.rect.top)
          if (across > 1 && along > 6) problems.push('overlap: ' + text + ', ' + other.text)
        }
        texts.push({ text, rect })
      }
    }
  }
  return problems
}`
