import { expect, test } from 'vitest'
import { diagramErrors } from './diagram-errors.ts'

const svg = (content: string, attributes = 'viewBox="0 0 360 200"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`

test('a diagram has shapes and text, with the classes that a page knows', () => {
  const drawing = svg(`
    <!-- one box -->
    <g class="frame"><rect class="box accent" x="1" y="1" width="80" height="40" rx="6"/></g>
    <path class="line" d="M0 0L10 10"/><circle cx="5" cy="5" r="2"/>
    <text class="note" x="40" y="20" text-anchor="middle">a &lt;b&gt; <tspan class="code">c</tspan></text>`)
  expect(diagramErrors(drawing)).toEqual([])
})

test.each([
  ['a script', svg('<script>alert(1)</script>'), 'has the element script'],
  ['HTML', svg('<foreignObject/>'), 'has the element foreignObject'],
  ['a link', svg('<a href="javascript:alert(1)"/>'), 'has the element a'],
  ['an image', svg('<image href="https://other.example/"/>'), 'has the element image'],
  [
    'an element by another name',
    svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>'),
    'has the element x:script',
  ],
  ['an event handler', svg('<rect onclick="alert(1)"/>'), 'has the attribute onclick on rect'],
  ['one on its root', svg('', 'viewBox="0 0 1 1" onload="alert(1)"'), 'has the attribute onload on svg'],
  ['a style', svg('<rect style="fill:url(#a)"/>'), 'has the attribute style on rect'],
  ['an unknown class', svg('<rect class="box toast"/>'), 'has the unknown class toast'],
  ['a document type', `<!DOCTYPE svg>${svg('')}`, 'has a document type'],
  ['an entity', svg('<text>&other;</text>'), 'is no well-formed XML'],
  ['a stylesheet', `<?xml-stylesheet href="a.css"?>${svg('')}`, 'processing instruction xml-stylesheet'],
  ['an open element', svg('<rect>'), 'is no well-formed XML'],
  ['another root', '<g/>', 'has one svg element'],
  ['text outside of text', svg('<g>loose</g>'), 'has text outside of text'],
  [
    'a size that no phone shows',
    svg('', 'viewBox="0 0 900 200"'),
    'has no viewBox from 0 0, at most 640 wide',
  ],
  ['no size', svg('', ''), 'has no viewBox from 0 0'],
])('%s is rejected', (_what, source, message) => {
  expect(diagramErrors(source).join('\n')).toContain(message)
})
