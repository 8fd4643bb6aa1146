import { describe, expect, test } from 'vitest'
import { isDeeper, sanitizeSvg } from './sanitize-svg.ts'

const svg = (content: string, attributes = 'viewBox="0 0 40 30"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`

function safe(text: string) {
  const reply = sanitizeSvg(text)
  if ('why' in reply) throw new Error(reply.why)
  return reply.safe
}
const why = (text: string) => {
  const reply = sanitizeSvg(text)
  return 'why' in reply ? reply.why : 'it was accepted'
}

describe('keeps', () => {
  test('a drawing, with its gradients, clips, styles and references within', () => {
    const drawing = `<title>A door</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
      <clipPath id="c"><rect width="4" height="4"/></clipPath><g id="leaf"><path d="M0 0h4v4z"/></g></defs>
      <style>.a { fill: url(#g); stroke: red }</style>
      <g clip-path="url(#c)" class="a" style="opacity: 0.5"><text x="1" y="2" font-family="Arial">Tür</text>
      <use href="#leaf" x="2"/><use xlink:href="#leaf" y="2"/><circle r="3" transform="rotate(4)"/></g>`
    const { text, removed } = safe(svg(drawing))
    for (const part of [
      'linearGradient',
      'clipPath',
      'url(#g)',
      'clip-path="url(#c)"',
      'style="opacity: 0.5"',
      'href="#leaf" x="2"',
      'xlink:href="#leaf"',
      'viewBox="0 0 40 30"',
      'Tür',
      'A door',
    ])
      expect(text).toContain(part)
    expect(removed).toEqual([])
  })

  test.each([
    ['width="120" height="60px"', 120, 60],
    ['width="100%" height="100%" viewBox="0 0 40 30"', 40, 30],
    ['viewBox="0,0,6400,3200"', 3200, 1600],
    ['viewBox="-5 -5 .2 .1"', 1, 1],
  ])('its size: %s', (attributes, width, height) => {
    expect(safe(svg('', attributes))).toMatchObject({ width, height })
  })

  test('a view box for a drawing that has only a width and height, so that it scales', () => {
    expect(safe(svg('', 'width="120" height="60"')).text).toContain('viewBox="0 0 120 60"')
  })
})

describe('removes', () => {
  test.each([
    ['<script>alert(1)</script>', 'script'],
    ['<SCRIPT xmlns="http://www.w3.org/1999/xhtml">alert(1)</SCRIPT>', 'SCRIPT'],
    ['<h:script xmlns:h="http://www.w3.org/1999/xhtml">alert(1)</h:script>', 'h:script'],
    [
      '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil"/></foreignObject>',
      'foreignObject',
    ],
    ['<rect onclick="alert(1)"/>', 'onclick'],
    ['<rect onLoad="alert(1)"/>', 'onLoad'],
    ['<a href="javascript:alert(1)"><text>x</text></a>', 'href'],
    ['<image href="https://evil/x.png"/>', 'image'],
    ['<image xlink:href="data:image/svg+xml;base64,AAAA"/>', 'image'],
    ['<feImage href="//evil"/>', 'feImage'],
    ['<use href="https://evil/x.svg#a"/>', 'href'],
    ['<use xlink:href="data:image/svg+xml,x#a"/>', 'xlink:href'],
    ['<rect fill="url(https://evil/x.svg#a)"/>', 'fill'],
    ['<rect style="fill: url(//evil)"/>', 'style'],
    ['<rect style="fill: u\\72l(//evil)"/>', 'style'],
    ['<style>@import "//evil";</style>', 'style'],
    ['<style>@font-face { src: url(//evil) }</style>', 'style'],
    ['<style>a { background: image-set("//evil" 1x) }</style>', 'style'],
    ['<animate attributeName="href" to="javascript:alert(1)"/>', 'animate'],
    ['<set attributeName="onload" to="alert(1)"/>', 'set'],
    ['<iframe src="//evil"/>', 'iframe'],
    ['<handler type="application/ecmascript">alert(1)</handler>', 'handler'],
  ])('%s', (content, name) => {
    const { text, removed } = safe(svg(`${content}<circle r="1"/>`))
    expect(text).not.toMatch(/evil|alert|javascript|data:/i)
    expect(text).toContain('<circle')
    expect(removed).toContain(name)
  })

  test('event handlers of the drawing itself, and instructions for the browser around it', () => {
    const { text } = safe(
      `<?xml version="1.0"?><?xml-stylesheet href="//evil"?><!-- <svg> -->${svg('<?php alert(1) ?><!-- evil -->', 'onload="alert(1)" viewBox="0 0 1 1"')}`,
    )
    expect(text).not.toMatch(/evil|alert|<\?/)
  })

  test('references that would multiply', () => {
    const levels = Array.from({ length: 9 }, (_, level) => {
      const below = level === 0 ? '<path d="M0 0"/>' : `<use href="#l${level - 1}"/>`.repeat(10)
      return `<g id="l${level}">${below}</g>`
    })
    const { text } = safe(svg(`${levels.join('')}<use href="#l8"/>`))
    // Only those that refer to the plain path remain.
    expect(text.match(/href="#l\d"/g)?.every((one) => one === 'href="#l0"')).toBe(true)
    expect(safe(svg('<g id="self"><use href="#self"/></g>')).text).not.toContain('href')
  })
})

describe('rejects', () => {
  test.each([
    ['broken XML', svg('<g>'), 'it is no well-formed XML'],
    ['an entity', `<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`, 'it declares entities'],
    [
      'an external entity',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('&a;')}`,
      'it declares entities',
    ],
    ['a page', '<html><svg/></html>', 'it has no <svg> element'],
    ['another namespace', '<svg viewBox="0 0 1 1"/>', 'it has no <svg> element'],
    ['no size', svg('', ''), 'it has neither a viewBox nor a width and height'],
    ['an infinite size', svg('', 'viewBox="0 0 1e999 1"'), 'it has neither a viewBox nor a width and height'],
    [
      'too many references',
      svg(`<path id="p"/>${'<use href="#p"/>'.repeat(101)}`),
      'it has more than 100 <use> elements',
    ],
  ])('%s', (_name, text, reason) => {
    expect(why(text)).toBe(reason)
  })
})

describe('nesting', () => {
  const nested = (levels: number) => svg('<g>'.repeat(levels) + '</g>'.repeat(levels))

  test('of 199 groups is kept, of 200 is refused before the drawing is read', () => {
    expect(safe(nested(199)).text).toContain('<g><g>')
    expect(why(nested(200))).toBe('its elements are nested more than 200 levels deep')
  })

  test('20,000 elements beside each other aren’t deep', () => {
    expect(isDeeper(svg('<path d="M0 0"/>'.repeat(10_000) + '<g></g>'.repeat(10_000)), 200)).toBe(false)
  })

  test.each([
    ['comments', `<!-- ${'<g>'.repeat(300)} -->`],
    ['CDATA', `<style><![CDATA[${'<g>'.repeat(300)}]]></style>`],
    ['instructions', `<?x ${'<g>'.repeat(300)} ?>`],
    ['attributes', `<g id="${'<g>'.repeat(300)}"/>`],
  ])('of what only looks like elements doesn’t count: %s', (_where, content) => {
    expect(isDeeper(svg(content), 200)).toBe(false)
    expect(isDeeper(svg(content + '<g>'.repeat(300)), 200)).toBe(true)
  })
})
