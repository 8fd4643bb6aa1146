import { expect, test } from 'vitest'
import { detectFormat } from './index.ts'

test.each([
  ['anything', 'bank.JSON', 'json'],
  ['anything', 'bank.md', 'markdown'],
  ['anything', 'bank.gift', 'gift'],
  ['anything', 'bank.xml', 'moodle-xml'],
  ['\uFEFF [ { "title": 1 } ]', undefined, 'json'],
  ['{ "questions": [] }', 'bank.txt', 'json'],
  ['<?xml version="1.0"?><quiz></quiz>', undefined, 'moodle-xml'],
  ['<quiz>\n</quiz>', undefined, 'moodle-xml'],
  ['::Q1:: Who? {=me ~you}', undefined, 'gift'],
  ['Who is it? {\n=me\n~you\n}', undefined, 'gift'],
  ['The sky is blue.{T}', undefined, 'gift'],
  ['Who is it?\nA. me\nB. you\nANSWER: A\n', undefined, 'aiken'],
  ['1. Who is it?\nA. me\nB. you\nANSWER: A\n', undefined, 'markdown'],
  ['## 1. What?\n\n```js\nconst a = {=1}\n```\n', undefined, 'markdown'],
  ['', undefined, 'markdown'],
])('%j, %s is %s', (source, fileName, format) => {
  expect(detectFormat(source, fileName)).toBe(format)
})
