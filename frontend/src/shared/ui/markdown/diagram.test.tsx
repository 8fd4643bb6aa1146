import { readFileSync } from 'node:fs'
import { diagramClasses } from '@rehearse/contracts/questions/diagram-markup'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import styles from './diagram.module.css'
import { MarkdownWithDiagrams } from './diagram.tsx'

const reference = '![A box that says hello.](diagrams/hello.svg)'
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 80" onload="alert(1)">${content}</svg>`
const show = (content: string, text = reference) =>
  render(<MarkdownWithDiagrams text={text} diagrams={{ hello: svg(content) }} />)

test('shows a diagram in the page, with its alternative text as its name', () => {
  show('<rect class="box accent" width="80" height="40"/><text x="9" text-anchor="middle">hello</text>')
  const diagram = screen.getByRole('img', { name: 'A box that says hello.' })
  expect(diagram.getAttribute('viewBox')).toBe('0 0 360 80')
  expect(diagram.querySelector('rect')?.getAttribute('class')).toBe(`${styles.box} ${styles.accent}`)
  expect(diagram.querySelector('text')?.getAttribute('text-anchor')).toBe('middle')
  expect(diagram.textContent).toBe('hello')
})

test('leaves out whatever could run or load something', () => {
  const { container } = show(`
    <script>alert(1)</script><foreignObject><img src="x" onerror="alert(1)"/></foreignObject>
    <image href="https://other.example/"/><a href="javascript:alert(1)"><text>link</text></a>
    <rect onclick="alert(1)" style="fill:url(https://other.example/)" class="unknown"/>`)
  expect(container.querySelector('script, foreignObject, img, image, a')).toBeNull()
  const attributes = [...container.querySelectorAll('svg, svg *')].flatMap((one) => one.getAttributeNames())
  expect(attributes.filter((name) => /^on|style|href|src/.test(name))).toEqual([])
})

test('shows the alternative text where the diagram is missing or no SVG', () => {
  show('', '![Another one.](diagrams/other.svg)')
  expect(screen.getByText('Another one.')).toBeInstanceOf(HTMLElement)
  render(<MarkdownWithDiagrams text="![A page.](diagrams/page.svg)" diagrams={{ page: '<html/>' }} />)
  expect(screen.getByText('A page.')).toBeInstanceOf(HTMLElement)
})

test('shows diagrams in a text with tables too', async () => {
  show('<text>hello</text>', `| a |\n| --- |\n| b |\n\n${reference}`)
  expect((await screen.findByRole('img')).textContent).toBe('hello')
})

test('styles every class that a diagram may have', () => {
  const css = readFileSync(`${import.meta.dirname}/diagram.module.css`, 'utf8')
  expect(diagramClasses.filter((name) => !css.includes(`.${name}`))).toEqual([])
})
